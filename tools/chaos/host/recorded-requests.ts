import { defined } from '#contract/defined.ts';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HostRequest } from '../evidence/evidence.ts';
import { type AnswerStep, answerStep, type BodyForm } from '../answer-plan.ts';
import { sendInForm } from './body-forms.ts';

/** A status, and what the body of the response says. The word is in no other. */
export interface HostAnswer {
  status: number;
  /** How the body is put. Default: as it is. */
  form?: BodyForm;
  retryAfterSeconds?: number;
  content: { word: string; ok: boolean };
}

/** The requests that the customer's systems received, and how they answer each by its plan. */
export class RecordedRequests {
  readonly all: HostRequest[] = [];
  readonly #counts = new Map<string, number>();

  /** Records a request from its first byte on: a caller that disconnects in the middle has also been here. */
  begin(path: string, headers: IncomingHttpHeaders, response: ServerResponse): HostRequest {
    const header = (name: string) => String(headers[name] ?? '');
    const record: HostRequest = {
      at: Date.now(),
      path,
      key: header('idempotency-key'),
      run_id: header('service-run'),
      subject: header('service-subject'),
    };
    this.all.push(record);
    response.once('close', () => {
      record.ended_at = Date.now();
    });
    return record;
  }

  /** Does what the plan in its arguments says, except to send an answer, which it leaves to `send`. */
  async carryOut(
    record: HostRequest,
    body: Record<string, unknown>,
    response: ServerResponse,
    send: (answer: HostAnswer) => void,
  ): Promise<void> {
    record.body = body;
    const count = this.#counts.get(record.key) ?? 0;
    this.#counts.set(record.key, count + 1);
    const step = answerStep(String(body['plan']), count);
    record.step = step;
    if (step.delayMs > 0) await sleep(step.delayMs);
    if (step.do === 'close') response.destroy();
    if (step.do === 'answer') send(answerOf(step, record, response));
  }
}

function answerOf(
  { status, form, retryAfterSeconds }: AnswerStep & { do: 'answer' },
  record: HostRequest,
  response: ServerResponse,
): HostAnswer {
  const word = randomUUID();
  record.word = word;
  response.once('finish', () => {
    record.answered_at = Date.now();
  });
  return {
    status,
    ...defined({ form, retryAfterSeconds }),
    content: { word, ok: status < 300 },
  };
}

/** Sends an answer as JSON. */
export function sendJson(
  response: ServerResponse,
  { status, form, retryAfterSeconds, content }: HostAnswer,
): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json');
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', String(retryAfterSeconds));
  if (status >= 300 && status < 400) response.setHeader('location', '/elsewhere');
  sendInForm(response, JSON.stringify(content), form);
}
