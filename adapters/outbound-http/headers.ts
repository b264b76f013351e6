import type { IncomingHttpHeaders } from 'node:http';

/**
 * Used unless the caller sets its own. Compressed answers are read too, but their size limit is that of the
 * decompressed body.
 */
const ownHeaders = { 'user-agent': 'Heddle', 'accept-encoding': 'identity' };

/** Headers are sent as bytes: text beyond ASCII is sent as UTF-8, in the way that the service reads it. */
export function toWire(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ ...ownHeaders, ...lowerCased(headers) }).map(([name, value]) => [
      name,
      Buffer.from(value).toString('latin1'),
    ]),
  );
}

/** One text for each name. Several values are joined, as in RFC 9110. */
export function fromWire(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join(', ')]],
    ),
  );
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
