import { type Attack, expectThat } from '../attack.ts';
import { silentPatch } from '../silent-patch.ts';
import type { AttackStack } from '../stack/attack-stack.ts';
import type { Tenant } from '../tenant.ts';

interface HeldCall {
  run_id: string;
  tool_call_id: string;
  digest: string;
  rejected_before?: { by: string };
}

const order = { amount: 82_000, to: 'DE89 3704 0044 0532 0130 00' };

/** The same payment, as a model writes it that wants it to look like another one. */
const disguises = [
  '{"to":"DE89 3704 0044 0532 0130 00","amount":82000}',
  '{"amount":8.2e4,"to":"de89370400440532013000"}',
  '{"amount":"82000.00","to":"DE89-3704-0044-0532-0130-00"}',
  '{"amount":"8.2e4","to":"DE89 3704 0044 0532 0130 00"}',
  '{"amount":"82,000.00","to":"DE89 3704 0044 0532 0130 00"}',
  '{"amount":82000,"to":"DE89 3704 0044 0532 0130 00","memo":""}',
  '{"amount":82000,"to":"DE89\\u200B 3704 0044 0532 0130 00 ","urgent":false,"memo":null}',
];

/** Attacks by an agent that does not take no for an answer. */
export const rejections: Attack[] = [
  {
    name: 'asking again until somebody approves',
    run: async (stack) => {
      const { tenant, agent } = await withGate(stack);
      const again = disguises.map((args) => `/call pay ${args}`);
      const first = `/call pay ${JSON.stringify(order)}`;
      const script = [first, ...again, again.join('\n'), '/say done'].join('\n---\n');
      const { runId, threadId } = await tenant.post(agent, script);
      await tenant.settled(runId);
      await decide(tenant, await heldOn(tenant, threadId), 'eve', 'reject');
      await tenant.settled(runId);
      expectThat((await heldOn(tenant, threadId)) === undefined, 'it is held again');
      // Somebody else writes for the subject, so that it looks like a request of the user.
      const as = { headers: { 'service-actor': 'trudy' } };
      for (const line of again) await say(tenant, threadId, line, as);
      expectThat((await heldOn(tenant, threadId)) === undefined, 'it is held for a message of somebody else');
      await say(tenant, threadId, again[1] ?? first);
      const held = await heldOn(tenant, threadId);
      expectThat(held?.rejected_before?.by === 'eve', 'whoever decides does not see who has rejected it');
      return 'rejected_before, each time and however it was written; then held, with who rejected it';
    },
  },
  {
    name: 'approving the one of two equal calls that was not rejected',
    run: async (stack) => {
      const { tenant, agent } = await withGate(stack);
      // Each waits for a moment: for the other to be opened, and for the other's answer.
      const ask = '/sleep 2000\n/call ask_user {"question":"Pay?"}';
      const pay = `/sleep 2000\n/call pay ${JSON.stringify(order)}`;
      const script = [ask, pay, '/say done'].join('\n---\n');
      const { runId: one, threadId } = await tenant.post(agent, script);
      const path = `/v1/loom/threads/${threadId}/messages`;
      const { run_id: other } = await tenant.must<{ run_id: string }>('POST', path, {
        body: { content: script },
      });
      for (const run of [one, other]) await tenant.settled(run);
      for (const content of ['Yes.', 'Yes.']) await tenant.must('POST', path, { body: { content } });
      for (const run of [one, other]) await tenant.settled(run);
      const held = await tenant.must<HeldCall[]>('GET', '/v1/loom/approvals');
      expectThat(held.length === 2, `${held.length} are held`);
      await decide(tenant, held[0], 'eve', 'reject');
      await decide(tenant, held[1], 'mia', 'approve');
      const last = held[1]?.run_id ?? '';
      await tenant.settled(last);
      const code = (await codesOf(tenant, last)).at(-1);
      expectThat(code === 'rejected_before', `the other ended as ${code}`);
      return 'rejected_before: nothing was sent';
    },
  },
];

/** A workspace whose agent pays, behind a gate. */
async function withGate(stack: AttackStack) {
  const tenant = await stack.newTenant();
  await tenant.connect('bank', stack.echoHost.url);
  const input_schema = {
    type: 'object',
    properties: {
      amount: { type: ['number', 'string'] },
      to: { type: 'string' },
      memo: { type: ['string', 'null'] },
      urgent: { type: 'boolean', default: false },
    },
  };
  const request = { method: 'POST', path: '/pay' };
  await tenant.must('POST', '/v1/patches', { body: silentPatch({ key: 'pay', input_schema, request }) });
  const patches = [{ ref: 'ask_user@1' }, { ref: 'pay@1', gate: 'confirm' }];
  return { tenant, agent: await tenant.publish([], { patches, limits: { max_turns: 20 } }) };
}

async function say(tenant: Tenant, threadId: string, content: string, options: object = {}): Promise<void> {
  const { run_id } = await tenant.must<{ run_id: string }>('POST', `/v1/loom/threads/${threadId}/messages`, {
    ...options,
    body: { content: `${content}\n---\n/say done` },
  });
  await tenant.settled(run_id);
}

async function heldOn(tenant: Tenant, threadId: string): Promise<HeldCall | undefined> {
  const path = `/v1/loom/threads/${threadId}`;
  return (await tenant.must<{ pending_confirmation?: HeldCall }>('GET', path)).pending_confirmation;
}

async function decide(tenant: Tenant, held: HeldCall | undefined, actor: string, decision: string) {
  expectThat(held !== undefined, 'nothing is held');
  const body = { tool_call_id: held.tool_call_id, decision };
  const headers = { 'service-actor': actor };
  return await tenant.request('POST', `/v1/loom/runs/${held.run_id}/confirm`, { headers, body });
}

async function codesOf(tenant: Tenant, runId: string): Promise<string[]> {
  const { turns } = await tenant.must<{
    turns: { tool_calls: { status: string; error?: { code: string } }[] }[];
  }>('GET', `/v1/loom/runs/${runId}/trace`);
  return turns.flatMap(({ tool_calls }) => tool_calls.map(({ status, error }) => error?.code ?? status));
}
