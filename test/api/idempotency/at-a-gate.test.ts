import { expect, it } from 'vitest';
import type { AcceptedMessage } from '#contract/message.ts';
import { confirm, pendingCall, startActing } from '../../support/acting-run.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { messagesOf, post, settled } from '#clients/raw/conversation.ts';
import { isReplayed, withKey } from '../../support/idempotency.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perFile(startHost);

it('[idempotency.released-after-refusal] a message that met a gate is taken under the same key once it is decided', async () => {
  const pay = actingPatch('pay', { wired: { gate: 'confirm' } });
  const { client, thread } = await startActing(service, { host, patches: [pay] });
  const run = await post(client, thread, '/call pay {"amount":12}\n---\n/say Paid.');
  await settled(client, run);
  const keyed = withKey(client);
  const path = `/v1/loom/threads/${thread}/messages`;
  expect(verdict(await keyed.post(path, { content: 'And then?' }))).toEqual([422, 'awaiting_confirmation']);
  expect((await confirm(client, run, await pendingCall(client, thread))).status).toBe(202);
  await settled(client, run);
  const taken = await keyed.post<AcceptedMessage>(path, { content: 'And then?' });
  expect([taken.status, isReplayed(taken)]).toEqual([202, false]);
  await settled(client, taken.data.run_id);
  const again = await keyed.post(path, { content: 'And then?' });
  expect([again.body, isReplayed(again)]).toEqual([taken.body, true]);
  const said = (await messagesOf(client, thread)).filter(({ role }) => role === 'user');
  expect(said.map(({ content }) => content.slice(0, 9))).toEqual(['/call pay', 'And then?']);
});

it('[idempotency.released-after-refusal] a decision that came too early is taken under the same key', async () => {
  const pay = actingPatch('pay', { wired: { gate: 'confirm' } });
  const { client, thread } = await startActing(service, { host, patches: [pay] });
  const first = await post(client, thread, 'Hello');
  await settled(client, first);
  const run = await post(client, thread, '/call pay {"amount":12}');
  await settled(client, run);
  const body = { tool_call_id: await pendingCall(client, thread), decision: 'reject' };
  const keyed = withKey(client);
  expect(verdict(await keyed.post(`/v1/loom/runs/${first}/confirm`, body))).toEqual([
    422,
    'not_awaiting_confirmation',
  ]);
  const decided = await keyed.post(`/v1/loom/runs/${run}/confirm`, body);
  expect([decided.status, isReplayed(decided)]).toEqual([202, false]);
});
