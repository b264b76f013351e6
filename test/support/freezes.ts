import type { Freeze, PutFreeze } from '#contract/freeze.ts';
import type { z } from 'zod';
import type { ApiAnswer, ApiClient } from './api-client.ts';

type Target = Pick<Freeze, 'scope' | 'id'>;

export async function freeze(
  client: ApiClient,
  target: Target,
  reason = 'Stop.',
): Promise<ApiAnswer<z.infer<typeof PutFreeze>>> {
  return await client.send('PUT', '/v1/freeze', { json: { ...target, reason } });
}

export async function lift(client: ApiClient, target: Target): Promise<ApiAnswer> {
  const { scope, id } = target;
  const query = new URLSearchParams({ scope, ...(id === undefined ? {} : { id }) });
  return await client.send('DELETE', `/v1/freeze?${query.toString()}`);
}
