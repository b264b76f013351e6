import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { converse, settled } from '#clients/raw/conversation.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { callsOf, startActing } from '../../support/acting-run.ts';
import { perTest } from '../../support/per-file.ts';
import { readyTimeoutMs } from '../../support/patience.ts';
import { startPaying } from '../../support/policies.ts';
import { sharedService } from '../../support/service.ts';
import { registerSigner } from '../../support/session-tokens.ts';
import { type SlackBlock, startSlackServer } from '../../support/slack-server.ts';
import { attemptsAt, createEndpoint, patchEndpoint } from '../../support/webhook-receiver.ts';

const service = sharedService();
const host = perTest(startHost);
const signingSecret = 'slack-signs-with-this';
const people = { U1: 'ann@bank.example', U2: 'ben@bank.example' };
const slack = perTest(async () => await startSlackServer(signingSecret, people));
const groups = { finance: ['ann@bank.example'], board: ['ben@bank.example'] };
let program: ChildProcess | undefined;
afterEach(async () => {
  if (program?.exitCode === null) {
    program.kill();
    await once(program, 'exit');
  }
});

/** Runs the program as its README says, on a port that is free. Resolves to its URL. */
async function startProgram(env: Record<string, string>): Promise<string> {
  const started = spawn(process.execPath, ['examples/slack-approvals/approvals.ts'], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      SLACK_API_URL: slack.url,
      SLACK_BOT_TOKEN: 'xoxb-test',
      SLACK_SIGNING_SECRET: signingSecret,
      SLACK_CHANNEL: 'C0',
      SLACK_ESCALATION_CHANNEL: 'C1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  program = started;
  const lines: string[] = [];
  createInterface(started.stdout).on('line', (line) => lines.push(line));
  await waitUntil(() => lines.length > 0, { timeoutMs: readyTimeoutMs, what: 'the program listens' });
  const [, port] = /^listens on port (\d+)$/.exec(lines[0] ?? '') ?? [];
  return `http://127.0.0.1:${port}`;
}

/** A run that is held at the gate, and the program that receives it. */
async function startHeld(args: object, rules?: object[]) {
  const patch = { summary: { title: 'Pay {{amount}}', fields: [{ label: 'To', value: '{{to}}' }] } };
  const pay = actingPatch('pay', { ...patch, wired: { gate: 'confirm', risk: 'high' } });
  const { client, thread } =
    rules === undefined
      ? await startActing(service, { host, patches: [pay] })
      : await startPaying(service, { rules }, { host, patch, groups });
  const signer = await registerSigner(client);
  const { id: endpoint, secret } = await createEndpoint(client, 'http://127.0.0.1:9/');
  const url = await startProgram({
    HEDDLE_URL: service.baseUrl,
    HEDDLE_SIGNING_KEY_ID: signer.kid,
    HEDDLE_SIGNING_KEY: signer.registered.secret ?? '',
    WEBHOOK_SECRET: secret,
  });
  await patchEndpoint(client, endpoint, { url: `${url}/heddle` });
  const run = await converse(client, thread, `/call pay ${JSON.stringify(args)}\n---\n/say done`);
  const message = await slackCall('chat.postMessage');
  return { client, endpoint, run: run.id, url: `${url}/slack/events`, blocks: blocksOf(message) };
}

/** The first request of a kind that Slack gets, of those with these fields. */
async function slackCall(
  method: string,
  having: Record<string, string> = {},
): Promise<Record<string, string>> {
  const isMeant = (fields: Record<string, string>) =>
    Object.entries(having).every(([name, value]) => fields[name] === value);
  const find = () => slack.calls.find((call) => call.method === method && isMeant(call.fields));
  await waitUntil(() => find() !== undefined, {
    timeoutMs: readyTimeoutMs,
    what: `Slack is asked for ${method}`,
  });
  return find()?.fields ?? {};
}

function blocksOf({ blocks = '[]' }: Record<string, string>): SlackBlock[] {
  return JSON.parse(blocks) as SlackBlock[];
}

function textsOf(blocks: SlackBlock[]): string[] {
  return blocks.flatMap(({ text }) => text?.text ?? []);
}

function buttonOf(blocks: SlackBlock[], id: string): { action_id: string; value: string } {
  const buttons = blocks.flatMap(({ elements = [] }) => elements);
  const button = buttons.find(({ action_id }) => action_id === id);
  if (button?.value === undefined) throw new Error(`there is no button to ${id}`);
  return { action_id: id, value: button.value };
}

it('[webhook.example.slack] a click in Slack approves a write in the name of who clicked, and the message says what came of it', async () => {
  const { client, run, url, blocks } = await startHeld({ amount: 12, to: 'Bo\u202E <!channel>' });
  const args = '{\n "amount": 12,\n "to": "Bo[U+202E] <!channel>"\n}';
  expect(textsOf(blocks)).toEqual(['Pay 12', 'To\nBo[U+202E] <!channel>', args]);
  expect(blocks.every(({ text }) => text === undefined || text.type === 'plain_text')).toBe(true);
  expect(await slack.click(url, 'U1', buttonOf(blocks, 'approve'))).toBe(200);
  const after = blocksOf(await slackCall('chat.update'));
  expect(textsOf(after)).toContain('Over: ok');
  expect(() => buttonOf(after, 'approve')).toThrow('no button');
  expect(await settled(client, run)).toMatchObject({ state: 'closed', reason: 'finished' });
  const [call] = await callsOf(client, run);
  expect(call).toMatchObject({
    status: 'ok',
    decision: { decision: 'approve', actor: 'ann@bank.example', credential: { kind: 'session_token' } },
  });
  expect(host.calls).toHaveLength(1);
});

it('[webhook.example.slack] [approval-policy.escalation] a write that waits for long is told of in the thread of its message, and shown in a further channel', async () => {
  const stage = { approvals: 1, group: 'finance', remind_after: 4, escalate_after: 5, escalate_to: 'board' };
  const { client, run, url } = await startHeld({ amount: 12, to: 'Bo' }, [
    { name: 'all', then: 'hold', stages: [stage] },
  ]);
  const first = slack.calls.findIndex(({ method }) => method === 'chat.postMessage') + 1;
  const reminder = await slackCall('chat.postMessage', { channel: 'C0', thread_ts: `${first}.0001` });
  expect(reminder['text']).toContain('Still waiting for finance');
  const elsewhere = await slackCall('chat.postMessage', { channel: 'C1' });
  expect(await slack.click(url, 'U2', buttonOf(blocksOf(elsewhere), 'approve'))).toBe(200);
  expect(textsOf(blocksOf(await slackCall('chat.update')))).toContain('Over: ok');
  expect(await settled(client, run)).toMatchObject({ state: 'closed' });
  expect(await callsOf(client, run)).toMatchObject([
    { status: 'ok', decision: { actor: 'ben@bank.example' } },
  ]);
});

it('[webhook.example.slack] who clicks too late is told why, and nothing changes', async () => {
  const { client, run, url, blocks } = await startHeld({ amount: 12, to: 'Bo' });
  await slack.click(url, 'U1', buttonOf(blocks, 'reject'));
  await slackCall('chat.update');
  await settled(client, run);
  await slack.click(url, 'U2', buttonOf(blocks, 'approve'));
  expect(await slackCall('chat.postEphemeral', { user: 'U2' })).toMatchObject({ channel: 'C0' });
  const [call] = await callsOf(client, run);
  expect(call).toMatchObject({ decision: { decision: 'reject', actor: 'ann@bank.example' } });
  expect(host.calls).toHaveLength(0);
});

it('[webhook.example.slack] what does not fit into a message cannot be approved there, and a forged click or event is refused', async () => {
  const { client, endpoint, run, url, blocks } = await startHeld({ amount: 12, to: 'B'.repeat(3000) });
  expect(textsOf(blocks).join()).toContain('more characters');
  expect(() => buttonOf(blocks, 'approve')).toThrow('no button');
  const forged = { method: 'POST', body: new URLSearchParams({ payload: '{}' }) };
  expect((await fetch(url, forged)).status).toBe(401);
  expect((await fetch(url.replace('/slack/events', '/heddle'), forged)).status).toBe(400);
  const attempts = await attemptsAt(client, endpoint, 1);
  expect(attempts[0]).toMatchObject({ response_status: 204 });
  expect((await client.get(`/v1/loom/runs/${run}`)).data).toMatchObject({ state: 'awaiting_input' });
});
