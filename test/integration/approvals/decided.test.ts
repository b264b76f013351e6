import { EventSourceParserStream } from 'eventsource-parser/stream';
import { expect, it } from 'vitest';
import type { ApprovalChange } from '#contract/approval-change.ts';
import type { DecidedCall } from '#contract/decided-call.ts';
import { actingPatch, publishActing } from '../../support/acting.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { confirm, pendingCall } from '../../support/acting-run.ts';
import { converse, settled, startThread } from '#clients/raw/conversation.ts';
import { sharedService } from '../../support/service.ts';
import { walk } from '../../support/walk.ts';

const service = sharedService();
const patches = [
  actingPatch('pay', { summary: { title: 'Pay {{amount}}' }, wired: { gate: 'confirm', risk: 'high' } }),
];

const decide = async (
  client: ApiClient,
  actor: string,
  { run, call }: { run: string; call: string },
  decision: string,
  detail?: object,
) =>
  await client
    .with({ headers: { 'service-actor': actor } })
    .post(`/v1/loom/runs/${run}/confirm`, { tool_call_id: call, decision, ...(detail && { detail }) });

/** A workspace whose subject Ada has payments held. */
async function paying() {
  const { apiKey, client } = await service.workspace({ subject: 'ada' });
  const agent = await publishActing(client, undefined, patches);
  return {
    apiKey,
    client,
    agent,
    hold: async (amount: number) => {
      const thread = await startThread(client, agent.id);
      const { id } = await converse(client, thread, `/call pay {"amount":${amount}}\n---\n/say ok`);
      return { run: id, thread, call: await pendingCall(client, thread) };
    },
  };
}

it('[inbox.decided] what was decided is listed latest first, with who decided and what came of it, in pages', async () => {
  const { client, agent, hold } = await paying();
  const [sent, refused, waits] = [await hold(1), await hold(2), await hold(3)];
  await decide(client, 'eve', sent, 'approve');
  await settled(client, sent.run);
  await decide(client, 'mia', refused, 'reject', { reason: 'Too much' });
  const ofWorkspace = client.ofWorkspace();
  const shared = {
    agent: { id: agent.id, name: agent.name },
    subject_ref: 'ada',
    patch_ref: 'pay@1',
    risk: 'high',
    via: 'api_key',
    decided_at: expect.any(String),
  };
  const { data } = await ofWorkspace.get<DecidedCall[]>('/v1/loom/approvals/decided');
  expect(data).toEqual([
    expect.objectContaining({
      ...shared,
      run_id: refused.run,
      tool_call_id: refused.call,
      summary: { title: 'Pay 2' },
      decision: 'reject',
      actor: 'mia',
      detail: { reason: 'Too much' },
      status: 'failed',
    }),
    expect.objectContaining({
      ...shared,
      run_id: sent.run,
      thread_id: sent.thread,
      tool_call_id: sent.call,
      decision: 'approve',
      actor: 'eve',
      approved_by: ['eve'],
      status: 'failed',
      error: expect.objectContaining({ code: expect.any(String) }),
      finished_at: expect.any(String),
    }),
  ]);
  expect(data[0]).not.toHaveProperty('error');
  const pages = await walk<DecidedCall>(ofWorkspace, '/v1/loom/approvals/decided?limit=1');
  expect(pages.flatMap((page) => page.data)).toEqual(data);
  const rejected = await ofWorkspace.get<DecidedCall[]>('/v1/loom/approvals/decided?decision=reject');
  expect(rejected.data).toEqual(data.slice(0, 1));
  expect(data.map(({ run_id }) => run_id)).not.toContain(waits.run);
  const other = await service.workspace();
  expect((await other.client.get<DecidedCall[]>('/v1/loom/approvals/decided')).data).toEqual([]);
});

it('[inbox.stream] the stream tells what begins to wait and what no longer does, of its workspace alone', async () => {
  const { client, hold, apiKey } = await paying();
  const before = await hold(4);
  const closing = new AbortController();
  const response = await fetch(`${service.baseUrl}/v1/loom/approvals/events`, {
    headers: { authorization: `Bearer ${apiKey}`, accept: 'text/event-stream' },
    signal: closing.signal,
  });
  expect(response.status).toBe(200);
  const changes = (response.body ?? new ReadableStream())
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  const seen: ApprovalChange[] = [];
  // The stream may also report items that were held before it was opened.
  const changeOf = async (call: string, change: ApprovalChange['change']) => {
    for (;;) {
      const { value } = await changes.read();
      if (value?.event === 'missed') continue;
      const told = JSON.parse(value?.data ?? 'null') as ApprovalChange;
      seen.push(told);
      if (told.tool_call_id === call && told.change === change) return told;
    }
  };
  expect((await changes.read()).value?.event).toBe('missed');
  const stranger = await paying();
  const theirs = await stranger.hold(5);
  const held = await hold(6);
  expect(await changeOf(held.call, 'waiting')).toEqual({
    change: 'waiting',
    run_id: held.run,
    thread_id: held.thread,
    tool_call_id: held.call,
    at: expect.any(String),
  });
  await confirm(client, before.run, before.call, 'reject');
  expect(await changeOf(before.call, 'settled')).toMatchObject({ run_id: before.run });
  await client.post(`/v1/loom/runs/${held.run}/cancel`);
  expect(await changeOf(held.call, 'settled')).toMatchObject({ run_id: held.run });
  expect(seen.map(({ run_id }) => run_id)).not.toContain(theirs.run);
  closing.abort();
  const refused = await fetch(`${service.baseUrl}/v1/loom/approvals/events`);
  expect(refused.status).toBe(401);
});
