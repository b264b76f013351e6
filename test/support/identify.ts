import type { IdentifyResult } from '#contract/identify.ts';
import type { IdentifyStats } from '#contract/usage.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';

/** A reference that is identified. */
export const known = { iban: 'DE89370400440532013000' };
/** One of nobody known. */
export const unknown = { bic: 'ZZZZDEFF' };
/** One of a country that no table covers. */
export const uncovered = { iban: 'US64SVBKUS6S3300958879' };

export async function lookUp(client: ApiClient, body: object): Promise<ApiAnswer<IdentifyResult>> {
  return await client.post<IdentifyResult>('/v1/identify', body);
}

/** Counts as `rail result count`. */
export async function statsOf(client: ApiClient, query = ''): Promise<string[]> {
  const { data } = await client.get<IdentifyStats>(`/v1/identify/stats${query}`);
  return data.counts.map(({ rail, result, count }) => `${rail} ${result} ${count}`);
}

/** A result without the time of it, which no two lookups share. */
export function timeless({
  identified_at: _time,
  ...result
}: Partial<IdentifyResult>): Partial<IdentifyResult> {
  return result;
}
