import { expect, it } from 'vitest';
import { RequestLog } from '#api/http/middleware/request-log.ts';
import { createLogger } from '#process/config/logger.ts';
import type { Database } from '#store/mongo/database.ts';
import type { RequestDocument } from '#store/documents/request.ts';
import { requestRecord } from '../../../support/request-record.ts';

/** A request log whose store keeps what it is sent, and does something meanwhile. */
function startLog(meanwhile: (log: RequestLog) => void = () => {}) {
  const writes: RequestDocument[][] = [];
  const insertMany = async (records: RequestDocument[]) => {
    meanwhile(log);
    await Promise.resolve();
    writes.push(records);
  };
  const db = { requests: { insertMany } } as unknown as Database;
  const log = new RequestLog(db, createLogger('api', 'silent'));
  return { log, writes };
}
function add(log: RequestLog, workspace_id: string, count = 1): void {
  for (let made = 0; made < count; made += 1) log.add(requestRecord({ workspace_id }));
}

it('a flush ends, and has the records of all, while a busy workspace adds more and more', async () => {
  const { log, writes } = startLog((busy) => add(busy, 'busy', 200));
  add(log, 'busy', 250);
  add(log, 'quiet');
  await log.flush();
  expect(writes.flat().filter(({ workspace_id }) => workspace_id === 'quiet')).toHaveLength(1);
  expect(writes.flat()).toHaveLength(251);
});

it('each record is stored once, in writes of a thousand', async () => {
  const { log, writes } = startLog();
  add(log, 'busy', 6000);
  for (let count = 0; count < 30; count += 1) add(log, `quiet ${count}`);
  await log.close();
  expect(new Set(writes.flat().map(({ _id }) => _id)).size).toBe(6030);
  expect(writes.map((records) => records.length)).toEqual([1000, 1000, 1000, 1000, 1000, 1000, 30]);
});
