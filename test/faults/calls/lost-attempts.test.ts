import { expect, it } from 'vitest';
import { actingPatch, startHost } from '../../support/acting.ts';
import { callsOf, confirm, pendingCall, startActing } from '../../support/acting-run.ts';
import { converse, settled } from '#clients/raw/conversation.ts';
import { loseAttempt, storedCalls } from '../../support/lost-attempt.ts';
import { perTest } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perTest(startHost);
const safe = { idempotent: true, retry: 'safe' } as const;

/** A gated call that is approved after workers have died in `attempts` attempts at it. */
async function approveAfterDeaths(lost: { attempts: number; forMs: number }) {
  const patches = [actingPatch('pay', { reliability: safe, wired: { gate: 'confirm' } })];
  const { client, thread } = await startActing(service, { host, patches });
  const { id } = await converse(client, thread, '/call pay {}\n---\n/say went on: {{last}}');
  const call = await pendingCall(client, thread);
  const { until } = await loseAttempt(service.db, id, lost);
  await confirm(client, id, call);
  const run = await settled(client, id);
  expect(run).toMatchObject({ state: 'closed', reason: 'finished' });
  const [stored] = await storedCalls(service.db, id);
  const [shown] = await callsOf(client, id);
  return { shown, stored, told: run.message?.content, until };
}

it('[tool-call.retry.lost-attempts-count] [run.trace.tries] [tool-call.outcome-unknown.after-its-time] [invariant.at-most-once-call] a call of which every worker dies is not made a sixth time, and is unknown when its time is over', async () => {
  const fifth = await approveAfterDeaths({ attempts: 4, forMs: 60_000 });
  expect(fifth.shown).toMatchObject({ status: 'ok' });
  expect(fifth.stored?.sending?.attempts).toBe(5);
  const at = expect.any(String);
  expect(fifth.shown?.tries).toEqual([
    { at, code: 'outcome_unknown' },
    { at, status: 200, duration_ms: expect.any(Number) },
  ]);
  expect(host.calls).toHaveLength(1);
  const sixth = await approveAfterDeaths({ attempts: 5, forMs: 2000 });
  expect(sixth.shown).toMatchObject({ status: 'failed', error: { code: 'outcome_unknown' } });
  expect(sixth.shown?.tries).toEqual([{ at, code: 'outcome_unknown' }]);
  expect(sixth.told).toContain('may have taken effect');
  expect(sixth.stored?.finished_at?.getTime()).toBeGreaterThanOrEqual(sixth.until.getTime());
  expect(host.calls).toHaveLength(1);
});
