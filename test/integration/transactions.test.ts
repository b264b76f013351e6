import { MongoServerError, type CommandStartedEvent } from 'mongodb';
import { expect, it } from 'vitest';
import { newId } from '#store/mongo/ids.ts';
import { balanceChange, ledgerEntry } from '#store/money/ledger.ts';
import type { BalanceChangeDocument } from '#engine/documents/balance-change.ts';
import { dropDatabase, openTestDatabase } from '../support/test-database.ts';
import { perFile } from '../support/per-file.ts';

const db = perFile(openTestDatabase, dropDatabase);

it('a transaction that is tried again in its session asks the server for nothing that bulkWrite may not have', async () => {
  const concerns: unknown[] = [];
  const listen = ({ commandName, command }: CommandStartedEvent) => {
    if (commandName === 'bulkWrite') concerns.push(command['readConcern']);
  };
  db.client.on('commandStarted', listen);
  const id = newId();
  let tries = 0;
  await db.transaction(async (session) => {
    tries += 1;
    await db.client.bulkWrite<{ ledger: BalanceChangeDocument }>(
      [
        {
          namespace: db.ledger.namespace as 'ledger',
          name: 'insertOne',
          document: balanceChange(id, [ledgerEntry(1, 'grant')]),
        },
      ],
      { session },
    );
    if (tries === 1) {
      throw new MongoServerError({
        message: 'conflict',
        code: 112,
        errorLabels: ['TransientTransactionError'],
      });
    }
  });
  db.client.off('commandStarted', listen);
  expect(tries).toBe(2);
  expect(concerns).toEqual([undefined, undefined]);
  expect(await db.ledger.countDocuments({ workspace_id: id })).toBe(1);
});
