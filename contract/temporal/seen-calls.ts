/**
 * The calls of a run that its workflow has seen. Kept apart from the store, so that the workflow detects a store that
 * was restored to an earlier time. Does not use zod, because workflow code imports this file.
 */
export interface SeenCalls {
  /** The latest turn whose calls it has followed. All calls of earlier turns are over. */
  turn: number;
  /** The calls of that turn that were made, by their ids. */
  made: string[];
}

/**
 * A workflow is directed to make a call once more, although it has seen that this call was made (`call`), or that its
 * turn was over (`turn`; the call may then have had another id). The store was restored to an earlier time.
 */
export type MadeBefore = 'call' | 'turn';

/** An activity's report about the calls of the turn that it took. */
export interface TurnCallMade {
  /** It made this call, or another attempt at it did; without an id: the calls of the turn are over, or may have been made. */
  made_call?: {
    turn: number;
    tool_call_id?: string;
    /** Shown to operators, in the history. */
    patch_ref?: string;
  };
}

/** An activity's report about the call that it made, beside the next directive. */
export interface CallMade {
  /** The call was sent or is resolved, so that it is not to be made again. */
  made?: true;
}
