import { createHash } from 'node:crypto';

/**
 * SHA-256 over texts and bytes, each with its length before it, so that no two lists of parts give the same.
 * Parts that are absent are told apart from empty ones.
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
