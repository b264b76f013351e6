import { isDeepStrictEqual } from 'node:util';
import { callsById, tracedCall } from '../evidence/calls.ts';
import type { HostRequest } from '../evidence/evidence.ts';
import { repeatsOf } from '../load/repeats.ts';
import type { Check } from './check.ts';

const mostAttempts = 5;

/** The host receives a call as often as allowed, and always as the same call. */
export const repeatedCalls: Check = {
  rule: 'repeated-calls',
  holds:
    'A call that may not be repeated reaches the host once at most; every attempt of a call carries one key, its subject and its arguments.',
  find(evidence) {
    const calls = callsById(evidence);
    const subjects = new Map(evidence.journal.threads.map(({ id, subject }) => [id, subject]));
    const whole = evidence.host.filter(({ body }) => body !== undefined);
    const marks = Map.groupBy(whole, ({ run_id, body }) => `${run_id} ${String(body?.['mark'])}`);
    return [...marks].flatMap(([mark, requests]) => {
      const [first] = requests;
      if (first === undefined) return [];
      const { key, run_id, path, body } = first;
      const found = calls.get(key);
      const thread_id = found?.run.run.thread_id;
      const shown = found && tracedCall(found.run, body?.['mark'])?.args;
      const keys = new Set(requests.map((request) => request.key));
      const attempts = evidence.host.filter((request) => request.key === key);
      const faults = [
        attemptFault(path.slice(1), attempts),
        keys.size > 1 && `the host got it under ${keys.size} keys`,
        thread_id !== undefined &&
          requests.some(({ subject }) => subject !== subjects.get(thread_id)) &&
          'the host got it for another subject',
        found !== undefined && run_id !== found.run.run.id && 'the host got it for another run',
        found !== undefined &&
          requests.some((request) => !isDeepStrictEqual(request.body, shown)) &&
          'the host got other arguments than the trace shows',
      ];
      return faults
        .filter((fault) => typeof fault === 'string')
        .map((fault) => ({ what: `${mark}: ${fault}`, run_id, thread_id, tool_call_id: key }));
    });
  },
};

function attemptFault(name: string, requests: HostRequest[]): string | undefined {
  const count = requests.length;
  if (count > mostAttempts) return `the host got it ${count} times`;
  const repeats = repeatsOf(name);
  if (repeats === 'never' && count > 1) return `the host got it ${count} times, and once is all it may`;
  return repeats === 'refused' && !requests.slice(0, -1).every(refusedIt)
    ? 'the host got it again after an answer that does not say that it had no effect'
    : undefined;
}

function refusedIt({ step }: HostRequest): boolean {
  if (step?.do !== 'answer') return false;
  return step.status === 429 || (step.status === 503 && step.retryAfterSeconds !== undefined);
}
