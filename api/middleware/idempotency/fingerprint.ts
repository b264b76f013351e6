import { createHash } from 'node:crypto';

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
