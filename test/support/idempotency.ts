import { randomUUID } from 'node:crypto';
import type { ApiAnswer, ApiClient } from './api-client.ts';

/** The same client, all of whose requests carry one Idempotency-Key: a new one unless given. */
export function withKey(client: ApiClient, key: string = randomUUID()): ApiClient {
  return client.with({ headers: { 'idempotency-key': key } });
}

/** Whether an answer is that of an earlier request. */
export function isReplayed({ headers }: Pick<ApiAnswer, 'headers'>): boolean {
  return headers.get('idempotency-replayed') === 'true';
}
