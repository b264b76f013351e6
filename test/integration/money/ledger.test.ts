import { expect, it } from 'vitest';
import { grantCredits } from '#store/money/accounts.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { startActing, traceOf } from '../../support/acting-run.ts';
import { post, settled, startThread } from '#clients/raw/conversation.ts';
import { accountOf } from '../../support/ledger.ts';
import { perTest } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perTest(startHost);

it('[money.ledger-sums] [money.charged-once] [money.run-cost] under ten runs of one workspace at once, the ledger sums to the balance', async () => {
  const patches = [
    actingPatch('quote', { price_credits: 0.000_007, reliability: { idempotent: true, retry: 'always' } }),
  ];
  const { workspace, client, agent } = await startActing(service, { host, patches });
  const script = '/call quote {}\n/call quote {}\n---\n/fail 1\n/call quote {}\n---\n/say done';
  const threads = await Promise.all(Array.from({ length: 10 }, async () => startThread(client, agent.id)));
  const runs = await Promise.all(
    threads.map(async (thread, index) => {
      const id = await post(client, thread, script);
      if (index % 5 === 0) await grantCredits(service.db, workspace, 3);
      return await settled(client, id);
    }),
  );
  expect(new Set(runs.map(({ state }) => state))).toEqual(new Set(['closed']));

  const { balance, entries } = await accountOf(service.db, workspace);
  const spent = runs.reduce((sum, { cost_credits }) => sum + Math.round(cost_credits * 1e6), 0);
  expect(balance).toBe(1_000_000_000 + 2 * 3 - spent);
  for (const { id, cost_credits } of runs) {
    const own = entries.filter(({ ref }) => ref === id);
    expect(own.map(({ reason }) => reason).toSorted()).toEqual([
      'patch',
      'patch',
      'patch',
      'turn',
      'turn',
      'turn',
    ]);
    expect(own.reduce((sum, { delta }) => sum - delta, 0)).toBe(Math.round(cost_credits * 1e6));
  }
  const { turns } = await traceOf(client, runs[0]?.id ?? '');
  expect(turns).toHaveLength(3);
});
