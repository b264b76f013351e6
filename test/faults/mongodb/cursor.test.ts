import { expect, it } from 'vitest';
import { balanceChange, ledgerEntry } from '#store/money/ledger.ts';
import { startProxiedService } from '../../support/proxied-service.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';

/** More than MongoDB sends of a cursor at first. */
const grants = 150;

const service = perFile(() => startProxiedService({ worker: false }));

it('[fault.mongodb-errors] while the cursors of reads are gone a request is 503, and right when they are not', async () => {
  const { db, mongodb } = service;
  const { id, client } = await service.workspace({ credits: 0 });
  await db.ledger.insertMany(
    Array.from({ length: grants }, () => balanceChange(id, [ledgerEntry(1_000_000, 'grant')])),
  );
  const fault = mongodb.inject({
    strikes: ({ name, collection }) => name === 'getMore' && collection === 'ledger',
    effect: { errors: ['CursorNotFound'] },
  });
  expect(verdict(await client.get('/v1/credits'))).toEqual([503, 'temporarily_unavailable']);
  expect(fault.struck).toBeGreaterThan(0);
  fault.lift();
  expect((await client.get<{ balance: number }>('/v1/credits')).data.balance).toBe(grants);
});
