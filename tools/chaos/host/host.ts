import { text } from 'node:stream/consumers';
import { type LoopbackServer, serveLoopback } from '#tools/dev/loopback-server.ts';
import type { HostRequest } from '../evidence/evidence.ts';
import { RecordedRequests, sendJson } from './recorded-requests.ts';

/** A host of the customer's. */
export interface Host extends LoopbackServer {
  /** The requests that it received, with its answers, in order. */
  requests: HostRequest[];
}

/** Starts a host on loopback that answers as the arguments of each call say, and records everything. */
export async function startHost(recorded = new RecordedRequests()): Promise<Host> {
  const server = await serveLoopback(async (request, response) => {
    const record = recorded.begin(request.url ?? '', request.headers, response);
    const body = JSON.parse(await text(request)) as Record<string, unknown>;
    await recorded.carryOut(record, body, response, (answer) => sendJson(response, answer));
  });
  return { ...server, requests: recorded.all };
}
