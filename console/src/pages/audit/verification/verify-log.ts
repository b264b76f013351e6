import { type Verified, verifyEntries } from '#contract/audit-verification.ts';
import type { Recomputed } from '#contract/audit-chain.ts';
import { api, dataOf } from '../../../api/client.ts';
import { publishedKeys, type StatementKeys } from '../../../statements/statement.ts';
import { type AuditEntry, pagesOfLog } from '../audit-entries.ts';
import { readHead, readKeptHeads, type VerifiedHead } from './read-heads.ts';
import { recompute } from './recompute.ts';

/** The verified range of a log, and the findings. */
export interface LogVerification extends Verified {
  /** The head that the service signed just before, and its JWS to keep. */
  signed: VerifiedHead;
  jws: string;
  /** The keys that the service publishes, to keep with it. */
  keys: StatementKeys;
  kept: VerifiedHead[];
  /** The first entry at which something was found. */
  first?: AuditEntry;
}

/**
 * Recomputes the chain of the whole log, and compares it with the head that the service signs and with heads that were
 * kept.
 * @param keptKeys keys that were kept with the heads, beside the published ones
 * @param onProgress called after each page with the number of verified entries and the total
 * @throws {Error} if a head is not signed by one of the keys
 */
export async function verifyLog({
  keptHeads,
  keptKeys,
  signal,
  onProgress,
}: {
  keptHeads: string;
  keptKeys: StatementKeys | undefined;
  signal: AbortSignal;
  onProgress: (entries: number, of: number) => void;
}): Promise<LogVerification> {
  const keys = await publishedKeys(signal);
  const all = { keys: [...keys.keys, ...(keptKeys?.keys ?? [])] };
  const kept = await readKeptHeads(all, keptHeads);
  // Before the entries, so that the log which is read reaches it.
  const { jws } = dataOf(await api.GET('/v1/audit/head', { signal }));
  const signed = await readHead(keys, jws);
  let first: AuditEntry | undefined;
  const entries = entriesOf(signal, (count) => onProgress(count, signed.seq));
  const verified = await verifyEntries(entries, [signed, ...kept], signed.workspace, (entry, isFaulty) => {
    if (isFaulty) first ??= entry;
  });
  return { ...verified, signed, jws, keys, kept, ...(first && { first }) };
}

async function* entriesOf(
  signal: AbortSignal,
  onPage: (count: number) => void,
): AsyncGenerator<[AuditEntry, Recomputed]> {
  let count = 0;
  for await (const page of pagesOfLog({}, signal)) {
    const recomputed = await Promise.all(page.map(recompute));
    yield* page.map((entry, index): [AuditEntry, Recomputed] => [
      entry,
      recomputed[index] ?? { hash: '', commitments: {} },
    ]);
    count += page.length;
    onPage(count);
  }
}
