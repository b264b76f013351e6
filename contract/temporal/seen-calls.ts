/**
 * What a run's workflow has seen of the run's calls. It knows this apart from the store, so that it notices if the store was
 * restored to an earlier time. Does not use zod, because workflow code imports this file.
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

/** What an activity that was to take a turn says of the calls of that turn. */
export interface TurnCallMade {
  /** It made this call, or another attempt at it did; without an id: the calls of the turn are over, or may have been made. */
  made_call?: {
    turn: number;
    tool_call_id?: string;
    /** Shown to operators, in the history. */
    patch_ref?: string;
  };
}

/** What an activity says of the call that it was to make, beside what comes next. */
export interface CallMade {
  /** The call was sent or is resolved, so that it is not to be made again. */
  made?: true;
}
