import { VoiceProviderFault } from '../errors.ts';

/** A limit on the time of some work. */
export interface Deadline {
  /** Aborts with the caller's signal, or when the time is over. */
  signal: AbortSignal;
  /** Maps an error: to the caller's reason, to a timeout, or to itself. */
  reason: (error: unknown) => unknown;
  /** Ends the work. */
  stop: () => void;
}

export function startDeadline(timeoutMs: number, caller: AbortSignal): Deadline {
  const own = new AbortController();
  const late = new VoiceProviderFault('local did not finish in time');
  const timer = setTimeout(() => own.abort(late), timeoutMs);
  return {
    signal: AbortSignal.any([caller, own.signal]),
    reason: (error) => {
      if (caller.aborted) return caller.reason;
      return own.signal.aborted ? own.signal.reason : error;
    },
    stop: () => {
      clearTimeout(timer);
      own.abort(late);
    },
  };
}
