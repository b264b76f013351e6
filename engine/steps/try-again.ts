/** Why a step is attempted again. Histories keep it. */
export type TryAgainType = 'in_flight' | 'call_failed' | 'attempt_under_way' | 'worker_stops';

/** A step cannot be completed now, and is to be attempted again. Nothing is wrong. */
export class TryAgain extends Error {
  override name = 'TryAgain';
  readonly type: TryAgainType;
  /** The wait before the next attempt, in milliseconds, at least 1. Absent: the usual one. */
  readonly afterMs: number | undefined;

  constructor(type: TryAgainType, message: string, afterMs?: number) {
    super(message);
    this.type = type;
    this.afterMs = afterMs;
  }
}

/** A workflow asks for a run that is not stored: its store was restored to an earlier time. Trying again is of no use. */
export class UnknownRun extends Error {
  override name = 'UnknownRun';

  constructor() {
    super('the run is not in the store');
  }
}
