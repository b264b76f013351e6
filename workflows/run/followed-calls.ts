import type { StepDirective } from '#contract/temporal/directive.ts';
import type { MadeBefore, SeenCalls, TurnCallMade } from '#contract/temporal/seen-calls.ts';

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
    // The turn whose calls were made is to be taken again: whatever it calls may have been called before.
    if (this.#made.size > 0 && isBefore(step, this.#turn)) this.#reach(this.#turn + 1);
    else if (step.next === 'execute') this.#reach(step.turn);
  }

  noteMade(turn: number, callId: string): void {
    if (turn === this.#turn) this.#made.add(callId);
  }

  /** Notes what the activity of a turn says of the calls of the turn, which the workflow was never directed to make. */
  noteMadeWithTurn({ turn, tool_call_id }: NonNullable<TurnCallMade['made_call']>): void {
    if (tool_call_id === undefined) return this.#reach(turn + 1);
    this.#reach(turn);
    this.noteMade(turn, tool_call_id);
  }

  /** Whether the calls of a turn that is to be taken may have been made before. */
  wereMade(turn: number): boolean {
    return turn < this.#turn;
  }

  /** Whether a call that is to be made was made before. */
  madeBefore(turn: number, callId: string): MadeBefore | undefined {
    if (turn < this.#turn) return 'turn';
    return this.#made.has(callId) ? 'call' : undefined;
  }

  /**
   * The calls that were seen, for activities and for the workflow that continues this one; undefined if no call was
   * followed.
   */
  get seen(): SeenCalls | undefined {
    return this.#turn === 0 ? undefined : { turn: this.#turn, made: [...this.#made] };
  }

  #reach(turn: number): void {
    if (turn <= this.#turn) return;
    this.#turn = turn;
    this.#made.clear();
  }
}

/** Whether a turn is taken after a step, if not by it. The activity of a call may also take the next turn. */
function isBefore(step: StepDirective, turn: number): boolean {
  if (step.next === 'hold') return false;
  return step.next === 'turn' ? step.turn <= turn : step.turn < turn;
}
