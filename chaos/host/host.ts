import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LoopbackServer, serveLoopback } from '#dev/loopback-server.ts';
import type { HostRequest } from '../evidence/evidence.ts';
import { type AnswerStep, answerStep } from './answer-plan.ts';

/** A host of the customer's. */
export interface Host extends LoopbackServer {
  /** The requests that it received, with its answers, in order. */
  requests: HostRequest[];
}

/** Starts a host on loopback that answers as the arguments of each call say, and records everything. */
export async function startHost(): Promise<Host> {
  const requests: HostRequest[] = [];
  const counts = new Map<string, number>();
  const server = await serveLoopback(async (request, response) => {
    const record = received(request);
    requests.push(record);
    // The request counts from its first byte: a caller that disconnects in the middle has also been here.
    response.once('close', () => {
      record.ended_at = Date.now();
    });
    const body = JSON.parse(await text(request)) as Record<string, unknown>;
    record.body = body;
    const count = counts.get(record.key) ?? 0;
    counts.set(record.key, count + 1);
    const step = answerStep(String(body['plan']), count);
    record.step = step;
    if (step.delayMs > 0) await sleep(step.delayMs);
    carryOut(step, record, response);
  });
  return { ...server, requests };
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

function carryOut(step: AnswerStep, record: HostRequest, response: ServerResponse): void {
  if (step.do === 'close') response.destroy();
  if (step.do !== 'answer') return;
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
