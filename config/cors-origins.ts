/** Whose browser code may call the API: that of these origins, or of any. */
export type CorsOrigins = readonly string[] | '*';

/**
 * Parses `CORS_ORIGINS`: origins as browsers send them, comma-separated, or `*`.
 * @throws {Error} at what is not an origin, a path behind one or a wildcard in one included
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
