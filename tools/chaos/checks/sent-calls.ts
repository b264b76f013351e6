import { callsById, type CallStory, completedAt, hasEnded } from '../evidence/calls.ts';
import { erasedSubjects } from '../evidence/erased.ts';
import type { Evidence, HostRequest } from '../evidence/evidence.ts';
import { healthyMs } from '../faults/healthy-time.ts';
import type { FaultWindow } from '../faults/fault.ts';
import { callTimeoutSeconds } from '../load/patches.ts';
import type { Check } from './check.ts';

/** An answer that came at least this long before the call's deadline reached its caller. */
const inTimeMs = callTimeoutSeconds * 1000 - 1_500;

/** A call that was sent is reported with the host's answer or as unknown. */
export const sentCalls: Check = {
  rule: 'sent-calls',
  holds:
    'A call that reached the host ends as that host’s answer or as outcome_unknown, and as unknown only when the worker that made it was killed or frozen, or the machine stood still. A worker that is told to stop makes none unknown.',
  find(evidence) {
    const calls = callsById(evidence);
    const erased = erasedSubjects(evidence.journal);
    const readable = evidence.host.filter(({ subject }) => !erased.has(subject));
    return [...Map.groupBy(readable, ({ key }) => key)].flatMap(([key, requests]) => {
      const found = calls.get(key);
      const run_id = requests[0]?.run_id;
      const finding = (what: string) => [
        { what, run_id, thread_id: found?.run.run.thread_id, tool_call_id: key },
      ];
      if (found === undefined) return finding('the host got a call that no event tells of');
      if (!hasEnded(found.run) || found.call.status === undefined) return [];
      if (found.call.started.length === 0)
        return finding('the host got a call that was never told as started');
      const fault = faultOf(found.call, requests, evidence);
      return fault === undefined ? [] : finding(`a call of ${found.call.name} ${fault}`);
    });
  },
};

function faultOf(call: CallStory, requests: HostRequest[], { faults }: Evidence): string | undefined {
  const { status, result, code } = call;
  const said = requests.map(({ step, answered_at }) =>
    step?.do === 'answer'
      ? `${step.status}${step.form === undefined ? '' : ` (${step.form})`}${answered_at === undefined ? ' (not taken)' : ''}`
      : (step?.do ?? 'cut short'),
  );
  const told = `that the host answered with ${said.join(', ')} is told as ${status}${code === undefined ? '' : ` ${code}`}`;
  const unless = (isRight: boolean, why = ''): string | undefined => (isRight ? undefined : `${told}${why}`);
  const unlessAnswer = (matches: (request: HostRequest, answer: number) => boolean) =>
    unless(isAnswer(result, requests, matches), ': not an answer of the host');
  if (status === 'ok') return unlessAnswer((_, answer) => answer < 300);
  if (status !== 'failed') return told;
  const lost = workerFault(call, requests, faults) || !wasAnsweredInTime(requests);
  switch (code) {
    case 'outcome_unknown':
      return unless(lost || requests.some(leavesDoubt), ': the answer was thrown away');
    case 'host_error':
      return unlessAnswer((request, answer) => answer >= 300 && !leavesDoubt(request));
    default:
      return told;
  }
}

/** Whether the host may have done what was requested, whatever it answered. */
function leavesDoubt(request: HostRequest): boolean {
  const { step } = request;
  if (step?.do !== 'answer' || step.form === 'cut') return true;
  return (
    step.status >= 300 &&
    (step.status < 400 || step.status === 408 || step.status >= 500) &&
    !isPutOff(request)
  );
}

/** Whether the host said that it did nothing, and asked to be called again. */
function isPutOff({ step }: HostRequest): boolean {
  return step?.do === 'answer' && step.status === 503 && step.retryAfterSeconds !== undefined;
}

/** Whether a result is an answer of the host to this call: it contains the answer's word. */
function isAnswer(
  result: string,
  requests: HostRequest[],
  matches: (request: HostRequest, status: number) => boolean,
): boolean {
  return requests.some((request) => {
    const { word, step } = request;
    return (
      word !== undefined && step?.do === 'answer' && matches(request, step.status) && result.includes(word)
    );
  });
}

/** Whether the last request was answered completely and early enough for the caller to receive it. */
function wasAnsweredInTime(requests: HostRequest[]): boolean {
  const last = requests.at(-1);
  return last?.answered_at !== undefined && last.answered_at - last.at < inTimeMs;
}

/**
 * Whether a worker was killed or frozen, perhaps with the whole machine, while the call was made: its knowledge is then
 * lost. A worker that was asked to stop stores it, unless a server is unreachable as well: it does not wait for that
 * for ever.
 */
function workerFault(call: CallStory, requests: HostRequest[], faults: FaultWindow[]): boolean {
  const from = Math.min(...requests.map(({ at }) => at)) - 1_000;
  const until = completedAt(call) ?? Number.POSITIVE_INFINITY;
  const isDuring = (some: FaultWindow[]) => healthyMs({ from, until }, some) < until - from;
  const ofWorkers = faults.filter(({ part }) => /^(?:worker|service)-/.test(part) || part === 'machine');
  const stopped = ofWorkers.filter(({ kind }) => kind === 'restart');
  const broken = ofWorkers.filter(({ kind }) => kind !== 'restart');
  const ofServers = faults.filter(({ part }) => part === 'mongodb' || part === 'temporal');
  return isDuring(broken) || (isDuring(stopped) && isDuring(ofServers));
}
