import type { IncomingHttpHeaders } from 'node:http';

/** Named unless the caller names itself. */
const userAgent = 'Heddle';

/** Headers travel as bytes: text beyond ASCII goes out as UTF-8, as the service reads it when it comes in. */
export function toWire(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ 'user-agent': userAgent, ...lowerCased(headers) }).map(([name, value]) => [
      name,
      Buffer.from(value).toString('latin1'),
    ]),
  );
}

/** One text a name; several values are joined, as RFC 9110 has it. */
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
