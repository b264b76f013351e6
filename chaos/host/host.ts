import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HostRequest } from '../evidence/evidence.ts';
import { type AnswerStep, answerStep } from './answer-plan.ts';

/** A host of the customer's. */
export interface Host {
  url: string;
  /** The requests that it received, with its answers, in order. */
  requests: HostRequest[];
  stop: () => Promise<void>;
}

/** Starts a host on loopback that answers as the arguments of each call say, and records everything. */
export async function startHost(): Promise<Host> {
  const requests: HostRequest[] = [];
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const record = received(request);
    requests.push(record);
    // The request counts from its first byte: a caller that disconnects in the middle has also been here.
    response.once('close', () => {
      record.ended_at = Date.now();
    });
    serve(record, request, response, counts).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function received({ url = '', headers }: IncomingMessage): HostRequest {
  const header = (name: string) => String(headers[name] ?? '');
  return {
    at: Date.now(),
    path: url,
    key: header('idempotency-key'),
    run_id: header('service-run'),
    subject: header('service-subject'),
  };
}

async function serve(
  record: HostRequest,
  request: IncomingMessage,
  response: ServerResponse,
  counts: Map<string, number>,
): Promise<void> {
  const body = JSON.parse(await text(request)) as Record<string, unknown>;
  record.body = body;
  const count = counts.get(record.key) ?? 0;
  counts.set(record.key, count + 1);
  const step = answerStep(String(body['plan']), count);
  record.step = step;
  if (step.delayMs > 0) await sleep(step.delayMs);
  carryOut(step, record, response);
}

function carryOut(step: AnswerStep, record: HostRequest, response: ServerResponse): void {
  switch (step.do) {
    case 'silent':
      return;
    case 'close':
      response.destroy();
      return;
    case 'answer': {
      // This word identifies the answer in the result of a call.
      const word = randomUUID();
      record.word = word;
      response.once('finish', () => {
        record.answered_at = Date.now();
      });
      response.writeHead(step.status, {
        'content-type': 'application/json',
        ...(step.retryAfterSeconds === undefined ? {} : { 'retry-after': String(step.retryAfterSeconds) }),
      });
      response.end(JSON.stringify({ word, ok: step.status < 300 }));
    }
  }
}
