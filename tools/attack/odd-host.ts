import { text } from 'node:stream/consumers';
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type LoopbackServer, serveLoopback } from '#tools/dev/loopback-server.ts';

/** The content of answers that can be read. */
const paid = JSON.stringify({ paid: 'to Jürgen' });
const json = { 'content-type': 'application/json' };

interface OddAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

const ofStatus = (status: number): OddAnswer => ({ status, headers: { location: '/elsewhere' }, body: '{}' });

/** Answers of a host that has paid, from which the payment can be read. */
export const readable: Record<string, OddAnswer> = {
  'a byte order mark': { status: 200, headers: json, body: `\uFEFF${paid}` },
  'gzip unasked': { status: 200, headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync(paid) },
  'br unasked': {
    status: 201,
    headers: { ...json, 'content-encoding': 'br' },
    body: brotliCompressSync(paid),
  },
  'ISO 8859-1': {
    status: 200,
    headers: { 'content-type': 'application/json; charset=iso-8859-1' },
    body: Buffer.from(paid, 'latin1'),
  },
  'UTF-16': { status: 200, headers: json, body: Buffer.from(`\uFEFF${paid}`, 'utf16le') },
};

/** Answers of a host that has paid, with 2xx, of which nothing can be read. */
export const unreadable: Record<string, OddAnswer> = {
  'broken JSON': { status: 200, headers: json, body: '{"paid":' },
  'no gzip': { status: 200, headers: { ...json, 'content-encoding': 'gzip' }, body: 'no gzip at all' },
  'a member twice': { status: 200, headers: json, body: '{"paid":1,"paid":2}' },
};

/** Answers of a host, or of something before it, that do not say whether it has paid. */
export const unclear: Record<string, OddAnswer> = Object.fromEntries(
  [301, 302, 303, 307, 308, 408, 500, 502, 503, 504].map((status) => [`${status}`, ofStatus(status)]),
);

/** A host that counts payments, and answers each as its argument `how` names it. Everything else it refuses. */
export interface OddHost extends LoopbackServer {
  payments: string[];
}

export async function startOddHost(): Promise<OddHost> {
  const answers: Record<string, OddAnswer> = { ...readable, ...unreadable, ...unclear };
  const payments: string[] = [];
  const server = await serveLoopback(async (request, response) => {
    const { how } = JSON.parse(await text(request)) as { how: string };
    payments.push(how);
    send(response, answers[how] ?? ofStatus(422));
  });
  return { ...server, payments };
}

function send(response: ServerResponse, { status, headers, body }: OddAnswer): void {
  response.writeHead(status, headers).end(body);
}
