import type { StepDirective } from '#contract/temporal/directive.ts';
import type { MadeBefore, SeenCalls } from '#contract/temporal/seen-calls.ts';

/**
 * Remembers which calls of its run a workflow has seen made. If the store directs it to make one of them again, the store
 * was restored to an earlier time. Only the calls of the latest turn are remembered one by one.
 */
export class FollowedCalls {
  #turn: number;
  #made: Set<string>;

  /** @param before what was seen before the workflow continued as new */
  constructor(before: SeenCalls = { turn: 0, made: [] }) {
    this.#turn = before.turn;
    this.#made = new Set(before.made);
  }

  /** Notes the step that is taken next. */
  follow(step: StepDirective): void {
    if (step.next === 'execute') this.#reach(step.turn);
    // The turn whose calls were made is to be taken again: whatever it calls may have been called before.
    else if (step.next === 'turn' && step.turn <= this.#turn && this.#made.size > 0) {
      this.#reach(this.#turn + 1);
    }
  }

  noteMade(turn: number, callId: string): void {
    if (turn === this.#turn) this.#made.add(callId);
  }

  /** Whether a call that is to be made was made before. */
  madeBefore(turn: number, callId: string): MadeBefore | undefined {
    if (turn < this.#turn) return 'turn';
    return this.#made.has(callId) ? 'call' : undefined;
  }

  /** What was seen, for activities and for the workflow that continues this one; undefined if no call was followed. */
  get seen(): SeenCalls | undefined {
    return this.#turn === 0 ? undefined : { turn: this.#turn, made: [...this.#made] };
  }

  #reach(turn: number): void {
    if (turn <= this.#turn) return;
    this.#turn = turn;
    this.#made.clear();
  }
}
