import { randomUUID } from 'node:crypto';
import type { ToolRun } from '#contract/mcp-tools.ts';
import type { OutsideAgent } from '../../client/outside-agent.ts';
import type { PostedDecision } from '../../journal/journal.ts';
import type { Random } from '../../random.ts';
import { answerPlan } from '../answer-plans.ts';
import { callLine, type Scenario, script, type World } from '../world.ts';

const timeoutMs = 45_000;

/** An outside agent says something through MCP, sometimes twice at once, decides on what is held, and reads the reply. */
export const mcpMessage: Scenario = {
  name: 'mcp message',
  weight: 10,
  async play(world, random, mark) {
    const agent = random.pick(world.outsideAgents);
    const patch = random.pick(['none', 'note', 'pay', 'pay']);
    const args = { mark: `${mark} ${patch}`, plan: answerPlan(random, patch) };
    const reply = `${mark} done`;
    const scripts: Record<string, string[][]> = {
      none: [[`/sleep ${random.int(0, 1_500)}`, `/say ${reply}`]],
      note: [[callLine('note', args)], [`/say ${reply}`]],
      pay: [
        [callLine('pay', { ...args, amount: random.int(1, 10_000) / 100, to: 'Ada' })],
        [`/say ${reply}`],
      ],
    };
    const content = script(...(scripts[patch] ?? []));
    const run = await say(world, random, agent, { content, reply });
    if (run === undefined) return;
    const settled = await untilSettled(agent, run.run_id);
    if (settled?.pending?.kind !== 'confirmation') return;
    await decide(world, random, agent, settled);
    await untilSettled(agent, run.run_id);
  },
};

async function say(
  { journal }: World,
  random: Random,
  agent: OutsideAgent,
  { content, reply }: { content: string; reply: string },
): Promise<ToolRun | undefined> {
  const key = randomUUID();
  const sent_at = Date.now();
  const args = { message: content, new_conversation: true, wait: random.int(0, 3) };
  const send = async () => await agent.call<ToolRun>('send_message', args, { key });
  let first: ToolRun | undefined;
  for (const answer of await Promise.all(Array.from({ length: random.int(1, 2) }, send))) {
    if (answer.fate.is !== 'accepted' || !('data' in answer)) continue;
    const { run_id, thread_id } = answer.data;
    if (first?.run_id === run_id) continue;
    // A second run under the same key is a thread of its own, which is then found to have no message of its own.
    first ??= answer.data;
    const { subject } = agent;
    journal.threads.push({ id: thread_id, subject, agent: 'steady' });
    journal.messages.push({
      thread_id,
      content,
      sent_at,
      fate: answer.fate,
      run_id,
      endings: ['finished'],
      reply,
    });
    journal.mcpMessages.push({ subject, content, run_id, reply });
  }
  return first;
}

async function decide(
  { journal }: World,
  random: Random,
  agent: OutsideAgent,
  { run_id, pending }: ToolRun,
): Promise<void> {
  if (pending?.kind !== 'confirmation' || pending.summary === undefined) return;
  const { tool_call_id, summary } = pending;
  const decision = random.chance(0.7) ? 'approve' : 'reject';
  const fields = (summary.fields ?? []).map(({ label, value }) => [label, value]);
  const record: PostedDecision = {
    run_id,
    tool_call_id,
    key: randomUUID(),
    decision,
    sent_at: Date.now(),
    fate: { is: 'unknown' },
    shown: { title: summary.title, fields: Object.fromEntries(fields) as Record<string, string> },
  };
  journal.decisions.push(record);
  const args = { run_id, tool_call_id, decision, wait: 0 };
  const mayBe = ['unknown_confirmation', 'not_awaiting_confirmation'];
  record.fate = (await agent.call('confirm', args, { key: record.key, mayBe })).fate;
}

async function untilSettled(agent: OutsideAgent, run_id: string): Promise<ToolRun | undefined> {
  const giveUpAt = Date.now() + timeoutMs;
  while (Date.now() < giveUpAt) {
    const reply = await agent.call<ToolRun>('get_run', { run_id, wait: 5 });
    if (!('data' in reply) || reply.fate.is !== 'accepted') return undefined;
    if (reply.data.state !== 'running') return reply.data;
  }
  return undefined;
}
