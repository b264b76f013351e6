import { Context } from '@temporalio/activity';
import { beforeAll, expect, it } from 'vitest';
import { actingPatch, json, startHost } from '../../support/acting.ts';
import { callsOf, startActing } from '../../support/acting-run.ts';
import { converse, post, settled } from '#clients/raw/conversation.ts';
import { storedCalls } from '../../support/lost-attempt.ts';
import { perFile } from '../../support/per-file.ts';
import { startService } from '../../support/service.ts';

const service = perFile(startService);
const host = perFile(startHost);
/** The latest failed attempt at each activity. */
const failed = new Map<string, number>();

beforeAll(() => {
  const { db } = service;
  const transaction = db.transaction.bind(db);
  db.transaction = async (work) => {
    const { activityType = '', attempt = 0 } = currentActivity() ?? {};
    if (!['cancelRun', 'expirePause'].includes(activityType) || attempt > 6) return await transaction(work);
    failed.set(activityType, attempt);
    throw new TypeError('a fault of ours');
  };
});

/** The activity that is under way here; undefined in the API. */
function currentActivity() {
  try {
    return Context.current().info;
  } catch {
    return undefined;
  }
}

it('[run.end.tried-for-ever] [run.cancel.host-asks-for-patience] [run.pause.expires] [run.cancel.accepted] a cancel and an expiry that fail more than five times are carried out afterwards, and the threads are free', async () => {
  const limits = { max_turns: 24, pause_ttl_seconds: 1 };
  const expiring = await startActing(service, { agent: { limits } });
  const expired = await converse(expiring.client, expiring.thread, '/call ask_user {"question":"?"}');
  // A host that asks for patience: what then ends the run is an activity of its own.
  const asking = actingPatch('pay', { reliability: { idempotent: false, retry: 'safe' } });
  const ending = await startActing(service, { host, patches: [asking] });
  host.answer = (_, response) => json(response, 429, {}, { 'retry-after': '60' });
  const cancelled = await post(ending.client, ending.thread, '/call pay {}');
  await expect
    .poll(async () => (await storedCalls(service.db, cancelled))[0]?.sending)
    .toMatchObject({ in_flight: false });
  await ending.client.post(`/v1/loom/runs/${cancelled}/cancel`);
  expect(await settled(ending.client, cancelled)).toMatchObject({ state: 'closed', reason: 'cancelled' });
  const workflow = service.temporal.workflow.getHandle(`run-${expired.id}`);
  expect(await workflow.result()).toMatchObject({ reason: 'expired' });
  expect(await callsOf(expiring.client, expired.id)).toMatchObject([
    { status: 'failed', error: { code: 'expired' } },
  ]);
  // It did not wait for the minute to be over.
  expect(host.calls).toHaveLength(1);
  expect(await callsOf(ending.client, cancelled)).toMatchObject([
    { status: 'failed', error: { code: 'host_error' } },
  ]);
  expect([...failed.values()]).toEqual([6, 6]);
  for (const { client, thread } of [expiring, ending]) {
    expect(await converse(client, thread, 'Hello')).toMatchObject({ state: 'closed', reason: 'finished' });
  }
});
