import type { Directive, EndDirective, PauseDirective } from '#contract/temporal/directive.ts';

/** The ids under which histories record that they were made after a change of the loop. They are permanent. */
export const changes = {
  /** Earlier histories, from before the outbox of threads, have a timer here: it made up for lost signals. */
  signalsAreNotLost: 'turn-signals-by-outbox',
  /** In earlier histories, a run continued as new only before a turn that an activity of its own takes. */
  shortBeforeEveryStep: 'short-history-before-every-step',
  /** A worker of an earlier version may have received the signal, and did nothing. */
  looksAgain: 'looks-again',
  /** Earlier histories made all calls of a turn at once. */
  boundedCalls: 'bounded-calls',
  /** In earlier histories, the workflow continued with the calls of the first of several directives. */
  latestCalls: 'latest-calls',
  /** In earlier histories, a late signal that a call is held replaced one that it was resolved since. */
  keepsResolution: 'keeps-resolution',
  /** In earlier histories, a workflow had one timer for a pause: that of its end. */
  wakes: 'wakes',
  /** In earlier histories, signals that came before a pause, or while an activity looked at it, could be forgotten. */
  heedsAllSignals: 'heeds-all-signals',
} as const;

/** For how long workflows waited for the thread lock before they asked again, before {@link changes.signalsAreNotLost}. */
export const lockCheckMs = 60_000;

/** Earlier histories call the thread lock the floor. */
type Earlier = { next?: string; grant_floor_to?: string };

/** Whether another run holds the lock of the thread, for a directive of any age. */
export function waitsForLock(directive: Directive): directive is { next: 'wait_for_turn_lock' } {
  return directive.next === 'wait_for_turn_lock' || (directive as Earlier).next === 'wait_for_floor';
}

/** The run that may now take the thread lock, for a directive of any age. */
export function lockGoesTo(directive: PauseDirective | EndDirective): string | undefined {
  return directive.grant_turn_lock_to ?? (directive as Earlier).grant_floor_to;
}

/** Whether a directive belongs to a history in which the end of a run was written to the search attributes. */
export function writesStateAtEnd(directive: EndDirective): boolean {
  return directive.close_as === undefined;
}
