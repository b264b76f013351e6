import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import type { Run } from '#contract/run.ts';
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

/** A run whose payments are held at the gate together, and the program that receives them. */
async function startHeld(payments: object[], rules?: object[], parts: { ttl?: number } = {}) {
  const patch = { summary: { title: 'Pay {{amount}}', fields: [{ label: 'To', value: '{{to}}' }] } };
  const gate = { type: 'confirm' as const, on_expiry: 'reject' as const, ttl_seconds: parts.ttl ?? 600 };
  const pay = actingPatch('pay', { ...patch, wired: { gate, risk: 'high' } });
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
  const lines = payments.map((args) => `/call pay ${JSON.stringify(args)}`);
  const run = await converse(client, thread, `${lines.join('\n')}\n---\n/say done`);
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

/** The message of the channel, once its texts hold this. */
async function untilShown(text: string): Promise<SlackBlock[]> {
  const find = () => [...slack.messages.values()].find((blocks) => textsOf(blocks).join('\n').includes(text));
  await waitUntil(() => find() !== undefined, { timeoutMs: readyTimeoutMs, what: `Slack shows ${text}` });
  return find() ?? [];
}

const posts = () => slack.calls.filter(({ method }) => method === 'chat.postMessage').length;

function blocksOf({ blocks = '[]' }: Record<string, string>): SlackBlock[] {
  return JSON.parse(blocks) as SlackBlock[];
}

function textsOf(blocks: SlackBlock[]): string[] {
  return blocks.flatMap(({ text }) => text?.text ?? []);
}

function labelsOf(blocks: SlackBlock[]): string[] {
  return blocks
    .flatMap(({ elements = [] }) => elements)
    .flatMap(({ type, text }) => (type === 'button' ? (text?.text ?? []) : []));
}

function buttonOf(blocks: SlackBlock[], id: string): { action_id: string; value: string } {
  const buttons = blocks.flatMap(({ elements = [] }) => elements);
  const button = buttons.find(({ action_id }) => action_id === id);
  if (button?.value === undefined) throw new Error(`there is no button to ${id}`);
  return { action_id: id, value: button.value };
}

/** The option of a call's menu. */
function optionOf(
  blocks: SlackBlock[],
  call: number,
  decision: string,
): { action_id: string; value: string } {
  const menus = blocks.flatMap(({ elements = [] }) => elements);
  const menu = menus.find(({ action_id }) => action_id === `decide-${call}`);
  const option = menu?.options?.find(({ value }) => value.startsWith(decision));
  if (option === undefined) throw new Error(`call ${call} has no option to ${decision}`);
  return { action_id: `decide-${call}`, value: option.value };
}

/** The numbers of the calls for which a message has no room. */
function withoutRoom(blocks: SlackBlock[]): number[] {
  const [, numbers = ''] = /No room here yet: (\d[\d, ]*)\./.exec(textsOf(blocks).at(-1) ?? '') ?? [];
  return numbers.split(', ').filter(Boolean).map(Number);
}

/** Whether Slack takes a message. */
function expectWithinLimits(blocks: SlackBlock[]): void {
  const all = blocks.flatMap(({ elements = [] }) => elements);
  expect(blocks.length).toBeLessThanOrEqual(50);
  for (const { type, text, elements = [] } of blocks) {
    expect(text?.text.length ?? 0).toBeLessThanOrEqual(3000);
    expect(elements.length).toBeLessThanOrEqual(type === 'context' ? 10 : 5);
  }
  for (const { type, value = '', options = [] } of all) {
    expect(value.length).toBeLessThanOrEqual(2000);
    expect(options.length > 0).toBe(type === 'static_select');
    for (const option of options) expect(option.value.length).toBeLessThanOrEqual(150);
  }
  const texts = [
    ...textsOf(blocks),
    ...all.flatMap(({ options = [] }) => options.map(({ text }) => text.text)),
  ];
  expect(texts.join('').length).toBeLessThanOrEqual(12_000);
  expect(blocks.every(({ text }) => text === undefined || text.type === 'plain_text')).toBe(true);
}

it('[webhook.example.slack] a click in Slack approves a write in the name of who clicked, and the message says what came of it', async () => {
  const { client, run, url, blocks } = await startHeld([{ amount: 12, to: 'Bo\u202E <!channel>' }]);
  const args = '{\n "amount": 12,\n "to": "Bo[U+202E] <!channel>"\n}';
  expect(textsOf(blocks)).toEqual([`Pay 12\nTo: Bo[U+202E] <!channel>\n${args}`]);
  expectWithinLimits(blocks);
  expect(labelsOf(blocks)).toEqual(['Approve', 'Reject']);
  expect(await slack.click(url, 'U1', buttonOf(blocks, 'approve'))).toBe(200);
  const after = await untilShown('Pay 12: approved by ann@bank.example: ok');
  expect(labelsOf(after)).toEqual([]);
  expect(await settled(client, run)).toMatchObject({ state: 'closed', reason: 'finished' });
  const [call] = await callsOf(client, run);
  expect(call).toMatchObject({
    status: 'ok',
    decision: { decision: 'approve', actor: 'ann@bank.example', credential: { kind: 'session_token' } },
  });
  expect(call?.decisions?.[0]?.digest).toMatch(/^sha-256=/);
  expect(host.calls).toHaveLength(1);
});

it('[webhook.example.slack.set] calls that are held together are one message, decided one by one by several people, here and elsewhere', async () => {
  const { client, run, url, blocks } = await startHeld([1, 2, 3, 4].map((amount) => ({ amount, to: 'Bo' })));
  expectWithinLimits(blocks);
  expect(textsOf(blocks)[0]).toBe('4 calls were held together. Waiting: 4.');
  expect(labelsOf(blocks)).toEqual(['Approve all 4', 'Reject all 4']);
  await slack.click(url, 'U1', optionOf(blocks, 2, 'approve'));
  await untilShown('2. Pay 2: approved by ann@bank.example: ok');
  await slack.click(url, 'U2', optionOf(blocks, 3, 'reject'));
  const rest = await untilShown('3. Pay 3: rejected by ben@bank.example: declined');
  expect(textsOf(rest)[0]).toBe('4 calls were held together. Waiting: 2.');
  // Somebody decides who does not use Slack.
  const { pending_confirmations: held = [] } = (await client.get<Run>(`/v1/loom/runs/${run}`)).data;
  await client.post(`/v1/loom/runs/${run}/confirm`, {
    tool_call_id: held[0]?.tool_call_id,
    decision: 'approve',
  });
  const last = await untilShown('1. Pay 1: approved by ada: ok');
  // An outdated menu: the decision on a call that is over is refused, and the person reads why.
  await slack.click(url, 'U2', optionOf(blocks, 2, 'reject'));
  expect((await slackCall('chat.postEphemeral', { user: 'U2' }))['text']).toContain('A call that is over: ');
  await slack.click(url, 'U2', buttonOf(last, 'approve'));
  await untilShown('4. Pay 4: approved by ben@bank.example: ok');
  expect(await settled(client, run)).toMatchObject({ state: 'closed' });
  expect((await callsOf(client, run)).map(({ decision }) => decision?.actor)).toEqual([
    'ada',
    'ann@bank.example',
    'ben@bank.example',
    'ben@bank.example',
  ]);
  expect(
    host.calls.map(({ body }) => (body as { amount: number }).amount).toSorted((one, other) => one - other),
  ).toEqual([1, 2, 4]);
  expect(posts()).toBe(1);
});

it('[webhook.example.slack.set] one button approves all that a message shows, by one decision, and an outdated one decides nothing', async () => {
  const { client, run, url, blocks } = await startHeld([5, 6, 7].map((amount) => ({ amount, to: 'Bo' })));
  const { pending_confirmations: held = [] } = (await client.get<Run>(`/v1/loom/runs/${run}`)).data;
  const args = { amount: 66, to: 'Bo' };
  await client.post(`/v1/loom/runs/${run}/revise`, { tool_call_id: held[1]?.tool_call_id, args });
  // The correction is an approval of what it says, so two are left.
  const rest = await untilShown('2. Pay 6: corrected to {"amount":66,"to":"Bo"}, approved by ada: ok');
  await slack.click(url, 'U1', buttonOf(blocks, 'approve'));
  expect((await slackCall('chat.postEphemeral', { user: 'U1' }))['text']).toContain('outdated');
  expect((await client.get<Run>(`/v1/loom/runs/${run}`)).data.pending_confirmations).toHaveLength(2);
  await slack.click(url, 'U1', buttonOf(rest, 'approve'));
  await untilShown('3. Pay 7: approved by ann@bank.example: ok');
  expect(await settled(client, run)).toMatchObject({ state: 'closed' });
  const decided = (await callsOf(client, run)).filter(
    ({ decision }) => decision?.actor === 'ann@bank.example',
  );
  const ids = decided.flatMap(({ decisions = [] }) => decisions.map(({ decision_id }) => decision_id));
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  expect(decided.every(({ decisions }) => decisions?.[0]?.digest !== undefined)).toBe(true);
});

it('[webhook.example.slack.limits] 64 calls keep the limits of Slack: those without room follow, and what cannot be approved there is named', async () => {
  const payments = Array.from({ length: 64 }, (_, index) => ({
    amount: index + 1,
    to: index === 2 ? 'B'.repeat(3000) : `Payee ${index} ${'x'.repeat(100)}`,
  }));
  const { client, run, url, blocks } = await startHeld(payments);
  expectWithinLimits(blocks);
  expect(textsOf(blocks).at(-1)).toContain('Cannot be approved here: 3 (too long for Slack).');
  const following = withoutRoom(blocks);
  expect(following.at(-1)).toBe(64);
  expect(labelsOf(blocks)).toContain('Open the console');
  expect(() => optionOf(blocks, 3, 'approve')).toThrow('no option');
  await slack.click(url, 'U1', buttonOf(blocks, 'approve'));
  // Call 3 is still there, and others follow.
  const first = await untilShown(`Waiting: ${following.length + 1}.`);
  expect(optionOf(first, following[0] ?? 0, 'approve').value).toContain('sha-256=');
  for (let left = following.length + 1; left > 0;) {
    const next = await untilShown(`Waiting: ${left}.`);
    expectWithinLimits(next);
    await slack.click(url, 'U1', buttonOf(next, 'reject'));
    left = withoutRoom(next).length;
  }
  await expect.poll(async () => (await client.get<Run>(`/v1/loom/runs/${run}`)).data.state).toBe('closed');
  expect(host.calls).toHaveLength(64 - following.length - 1);
  expect(posts()).toBe(1);
});

it('[webhook.example.slack.set] calls that expire are said to be over', async () => {
  const { blocks } = await startHeld(
    [1, 2].map((amount) => ({ amount, to: 'Bo' })),
    undefined,
    { ttl: 3 },
  );
  expect(labelsOf(blocks)).toContain('Approve all 2');
  const after = await untilShown('2. Pay 2: ');
  expect(textsOf(after).join()).toMatch(/1\. Pay 1: \S+/);
  expect(labelsOf(after)).toEqual([]);
});

it('[webhook.example.slack.set] calls that need a passkey cannot be approved there, which the message says', async () => {
  const rules = [{ name: 'all', then: 'hold', stages: [{ approvals: 1, via: ['passkey'] }] }];
  const { url, blocks } = await startHeld(
    [1, 2].map((amount) => ({ amount, to: 'Bo' })),
    rules,
  );
  expect(textsOf(blocks).at(-1)).toBe('Cannot be approved here: 1, 2 (approved only by passkey).');
  expect(labelsOf(blocks)).toEqual(['Reject all 2', 'Open the console']);
  await slack.click(url, 'U1', buttonOf(blocks, 'reject'));
  await untilShown('2. Pay 2: rejected by ann@bank.example');
  expect(host.calls).toHaveLength(0);
});

it('[webhook.example.slack] [approval-policy.escalation] a write that waits for long is told of in the thread of its message, and shown in a further channel', async () => {
  const stage = { approvals: 1, group: 'finance', remind_after: 4, escalate_after: 5, escalate_to: 'board' };
  const { client, run, url } = await startHeld(
    [1, 2].map((amount) => ({ amount, to: 'Bo' })),
    [{ name: 'all', then: 'hold', stages: [stage] }],
  );
  const first = slack.calls.findIndex(({ method }) => method === 'chat.postMessage') + 1;
  const reminder = await slackCall('chat.postMessage', { channel: 'C0', thread_ts: `${first}.0001` });
  expect(reminder['text']).toContain('Still waiting for finance');
  const elsewhere = await slackCall('chat.postMessage', { channel: 'C1' });
  expect(await slack.click(url, 'U2', buttonOf(blocksOf(elsewhere), 'approve'))).toBe(200);
  await untilShown('2. Pay 2: approved by ben@bank.example: ok');
  expect(await settled(client, run)).toMatchObject({ state: 'closed' });
  const both = { status: 'ok', decision: { actor: 'ben@bank.example' } };
  expect(await callsOf(client, run)).toMatchObject([both, both]);
  // Both calls together have the message, the reminder, the escalation and the message in the other channel.
  expect(posts()).toBe(4);
});

it('[webhook.example.slack] who clicks too late is told why, and nothing changes', async () => {
  const { client, run, url, blocks } = await startHeld([{ amount: 12, to: 'Bo' }]);
  await slack.click(url, 'U1', buttonOf(blocks, 'reject'));
  await untilShown('Pay 12: rejected by ann@bank.example');
  await settled(client, run);
  await slack.click(url, 'U2', buttonOf(blocks, 'approve'));
  expect(await slackCall('chat.postEphemeral', { user: 'U2' })).toMatchObject({ channel: 'C0' });
  const [call] = await callsOf(client, run);
  expect(call).toMatchObject({ decision: { decision: 'reject', actor: 'ann@bank.example' } });
  expect(host.calls).toHaveLength(0);
});

it('[webhook.example.slack] what does not fit into a message cannot be approved there, and a forged click or event is refused', async () => {
  const { client, endpoint, run, url, blocks } = await startHeld([{ amount: 12, to: 'B'.repeat(3000) }]);
  expect(textsOf(blocks).join()).toContain('more characters');
  expect(() => buttonOf(blocks, 'approve')).toThrow('no button');
  const forged = { method: 'POST', body: new URLSearchParams({ payload: '{}' }) };
  expect((await fetch(url, forged)).status).toBe(401);
  expect((await fetch(url.replace('/slack/events', '/heddle'), forged)).status).toBe(400);
  const attempts = await attemptsAt(client, endpoint, 1);
  expect(attempts[0]).toMatchObject({ response_status: 204 });
  expect((await client.get(`/v1/loom/runs/${run}`)).data).toMatchObject({ state: 'awaiting_input' });
});
