import type { CorsOrigins } from '#api/http/middleware/check-origin.ts';

/**
 * Parses `CORS_ORIGINS`: origins as browsers send them, comma-separated, or `*`.
 * @throws {Error} for anything that is not an origin, including a path after one or a wildcard in one
 */
export function parseCorsOrigins(text: string): CorsOrigins {
  if (text.trim() === '*') return '*';
  return text.split(',').map((part) => {
    const origin = part.trim();
    if (!isOrigin(origin)) throw new Error('must be * or origins as in https://app.example, comma-separated');
    return origin;
  });
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text && !text.includes('*');
}
