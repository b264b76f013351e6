import type { Directive, EndDirective, PauseDirective } from '#contract/temporal/directive.ts';

/** Earlier histories call the turn lock the floor. */
type Earlier = { next?: string; grant_floor_to?: string };

/** Whether another run holds the turn lock of the thread, for a directive of any age. */
export function waitsForTurnLock(directive: Directive): directive is { next: 'wait_for_turn_lock' } {
  return directive.next === 'wait_for_turn_lock' || (directive as Earlier).next === 'wait_for_floor';
}

/** The run that may now take the turn lock, for a directive of any age. */
export function turnLockGoesTo(directive: PauseDirective | EndDirective): string | undefined {
  return directive.grant_turn_lock_to ?? (directive as Earlier).grant_floor_to;
}

/** Whether a directive belongs to a history in which the end of a run was written to the search attributes. */
export function writesStateAtEnd(directive: EndDirective): boolean {
  return directive.close_as === undefined;
}
