import type { Event } from '#contract/event.ts';
import type { Evidence, HostRequest, RunEvidence } from '../evidence/evidence.ts';
import { at, isPauseEvent, isTerminalEvent, runsByThread } from '../evidence/run-events.ts';
import { callTimeoutSeconds } from '../load/patches.ts';
import type { Check, Finding } from './check.ts';

/** Runs of one thread work one after the other, in the order of their messages. */
export const threadOrder: Check = {
  rule: 'thread-order',
  holds:
    'A run does not begin to work before the older ones of its thread have ended or paused, and no two work at once.',
  find(evidence) {
    return [...runsByThread(evidence)].flatMap(([thread_id, runs]) => [
      ...begunTooEarly(runs, thread_id),
      ...atTheHostAtOnce(evidence, runs, thread_id),
    ]);
  },
};

function begunTooEarly(runs: RunEvidence[], thread_id: string): Finding[] {
  const findings: Finding[] = [];
  let before: { run_id: string; until: number } | undefined;
  for (const { run, events } of runs) {
    const work = firstWork(events);
    if (work === undefined) continue;
    if (before !== undefined && work.from < before.until) {
      const earlyMs = before.until - work.from;
      findings.push({
        what: `it worked ${earlyMs} ms before ${before.run_id} was done`,
        run_id: run.id,
        thread_id,
      });
    }
    if (before === undefined || work.until > before.until) before = { run_id: run.id, until: work.until };
  }
  return findings;
}

/**
 * From the first sign of work to the first pause or the end. A run that ended while it waited for the thread lock has not worked.
 */
function firstWork(events: Event[]): { from: number; until: number } | undefined {
  const [first] = events.filter(({ type }) => type !== 'run.started');
  if (first === undefined || isTerminalEvent(first)) return undefined;
  const last = events.find((event) => isPauseEvent(event) || isTerminalEvent(event));
  return last === undefined ? undefined : { from: at(first), until: at(last) };
}

function atTheHostAtOnce({ host }: Evidence, runs: RunEvidence[], thread_id: string): Finding[] {
  const ids = new Set(runs.map(({ run }) => run.id));
  const requests = host.filter(({ run_id }) => ids.has(run_id)).toSorted((one, other) => one.at - other.at);
  const findings: Finding[] = [];
  let last: HostRequest | undefined;
  for (const request of requests) {
    if (last !== undefined && last.run_id !== request.run_id && request.at < endOf(last)) {
      const what = `the host got a call of it while it had one of ${last.run_id}`;
      findings.push({ what, run_id: request.run_id, thread_id, tool_call_id: request.key });
    }
    if (last === undefined || endOf(request) > endOf(last)) last = request;
  }
  return findings;
}

/** A frozen worker keeps its connection, but after the call's deadline nobody waits for the answer. */
function endOf({ at: began, answered_at, ended_at }: HostRequest): number {
  const over = began + callTimeoutSeconds * 1000;
  return Math.min(answered_at ?? over, ended_at ?? over, over);
}
