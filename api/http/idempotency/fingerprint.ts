import { createHash } from 'node:crypto';
import type { Caller } from '../authentication/caller.ts';
import type { UploadParts } from '../uploads/read-multipart.ts';

/**
 * SHA-256 over texts and bytes, each preceded by its length, so that different lists of parts never give the same
 * input. Absent parts differ from empty ones.
 */
export function fingerprint(parts: readonly (string | Uint8Array | undefined)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    hash.update(`${bytes?.length ?? 'none'}:`);
    if (bytes !== undefined) hash.update(bytes);
  }
  return hash.digest('hex');
}

/**
 * The identity of a caller; only the same caller may repeat a request: the subject, the person behind the request, the
 * credential that vouches for them, and its restrictions. Clients renew session tokens, so a token counts by the key
 * that signed it (idempotency.fingerprint).
 */
export function callerParts({
  subject_ref,
  actor,
  credential,
  agent_id,
  connection_claim,
}: Caller): (string | undefined)[] {
  return [subject_ref, actor, credential?.kind, credential?.id, agent_id, connection_claim];
}

/** The names and contents of the parts of a multipart body, whatever its boundary, its order and its file names. */
export function uploadFingerprint({ fields, files }: UploadParts): string {
  const sorted = <Part>(parts: Record<string, Part>) =>
    Object.entries(parts).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return fingerprint([
    ...sorted(fields).flatMap(([name, value]) => ['field', name, value]),
    ...sorted(files).flatMap(([name, { sha256 }]) => ['file', name, sha256]),
  ]);
}
