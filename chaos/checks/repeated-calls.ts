import { callsById, tracedCall } from '../evidence/calls.ts';
import type { Evidence, HostRequest } from '../evidence/evidence.ts';
import { repeatsOf } from '../load/patches.ts';
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
    return [
      ...Map.groupBy(
        evidence.host.filter(({ body }) => body !== undefined),
        markOf,
      ),
    ].flatMap(([mark, requests]) => {
      const [first] = requests;
      if (first === undefined) return [];
      const { key, run_id, path, body } = first;
      const found = calls.get(key);
      const thread_id = found?.run.run.thread_id;
      const finding = (what: string) => ({ what: `${mark}: ${what}`, run_id, thread_id, tool_call_id: key });
      const findings = attemptFaults(
        path.slice(1),
        evidence.host.filter((request) => request.key === key),
      ).map(finding);
      const keys = new Set(requests.map((request) => request.key));
      if (keys.size > 1) findings.push(finding(`the host got it under ${keys.size} keys`));
      if (found === undefined || thread_id === undefined) return findings;
      if (requests.some(({ subject }) => subject !== subjects.get(thread_id))) {
        findings.push(finding('the host got it for another subject'));
      }
      if (run_id !== found.run.run.id) findings.push(finding('the host got it for another run'));
      const shown = tracedCall(found.run, body?.['mark'])?.args;
      if (requests.some((request) => !isSame(request.body, shown))) {
        findings.push(finding('the host got other arguments than the trace shows'));
      }
      return findings;
    });
  },
};

function markOf({ run_id, body }: Evidence['host'][number]): string {
  return `${run_id} ${String(body?.['mark'])}`;
}

function attemptFaults(name: string, requests: HostRequest[]): string[] {
  const count = requests.length;
  if (count > mostAttempts) return [`the host got it ${count} times`];
  switch (repeatsOf(name)) {
    case 'never':
      return count > 1 ? [`the host got it ${count} times, and once is all it may`] : [];
    case 'refused':
      return requests.slice(0, -1).every(refusedIt)
        ? []
        : ['the host got it again after an answer that does not say that it had no effect'];
    case 'always':
    case undefined:
      return [];
  }
}

function refusedIt({ step }: HostRequest): boolean {
  if (step?.do !== 'answer') return false;
  return step.status === 429 || (step.status === 503 && step.retryAfterSeconds !== undefined);
}

/** Whether two objects have the same members, in any order. */
function isSame(
  one: Record<string, unknown> | undefined,
  other: Record<string, unknown> | undefined,
): boolean {
  const sorted = (object: Record<string, unknown> | undefined) =>
    JSON.stringify(Object.entries(object ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(one) === sorted(other);
}
