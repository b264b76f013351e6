import { z } from 'zod';

/** Value of a header of an outbound call. */
export const HeaderValue = z
  .string()
  .max(8192)
  .regex(/^[\x20-\x7e]+$/, 'must hold printable ASCII characters only')
  .refine((value) => value.trim() === value, 'must have no blanks around it');

/** Headers that belong to the connection and the message, or that the service sets itself (outbound.headers). */
const own = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'idempotency-key',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Why a customer may not set a header of outbound calls; undefined if they may. */
export function headerFault(name: string): string | undefined {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/.test(name)) return 'must be the name of a header';
  const lower = name.toLowerCase();
  if (own.has(lower) || /^(?:service|mcp)-/.test(lower))
    return 'must not be a header that the service sends itself';
  return undefined;
}
