import { randomUUID } from 'node:crypto';
import type { Database } from '#store/mongo/database.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';

/** The same client, all of whose requests carry one Idempotency-Key: a new one unless given. */
export function withKey(client: ApiClient, key: string = randomUUID()): ApiClient {
  return client.with({ headers: { 'idempotency-key': key } });
}

/** Whether an answer is that of an earlier request. */
export function isReplayed({ headers }: Pick<ApiAnswer, 'headers'>): boolean {
  return headers.get('idempotency-replayed') === 'true';
}

/** As if each process had been killed after its work, before it stored its response; and the lease had run out. */
export async function forgetResponses(db: Database): Promise<void> {
  await db.idempotency_keys.updateMany(
    { state: 'answered' },
    { $set: { state: 'held', leased_until: new Date(0) }, $unset: { response: '' } },
  );
}
