import type { Microcredits } from '#contract/credits.ts';
import type { LoadedRun, RunDocument } from '../documents/run.ts';
import type {
  AttemptEnd,
  CallTryRecord,
  OfTurn,
  Sending,
  ToolCallDocument,
  TurnedDownCall,
} from '../documents/tool-call.ts';
import type { CallBeside } from '../rules/gates/held-beside.ts';
import type { EffectiveCall } from '../rules/repeats.ts';
import type { Changes } from '../rules/stored.ts';
import type { FundedAccount } from './funds.ts';

/** Which run to read, and the number of its turns as far as the caller knows. */
export interface RunToLoad {
  run_id: string;
  thread_id: string;
  /** If this is right, the calls of the latest turn are read in the same round trip. */
  turn_count?: number;
}

/** The mark of an attempt at a call. */
export interface SendingMark {
  /** The attempt that made it: the same mark can be written again. */
  by: string;
  /** When it was made. */
  at?: Date;
  /** Nothing is sent after this time, and nobody else reports the attempt as lost before it. */
  until: Date;
  /** The result of an earlier attempt on which the host may have acted. */
  sent: AttemptEnd | undefined;
  /** The connection on which the call is sent. */
  connection_id?: string;
}

/** Credits that are set aside before changes are stored, under the id of their run. The hold that they store replaces it. */
export interface Reservation {
  /** The account as it was just read. */
  account: FundedAccount;
  /** Zero only checks whether anything is left. */
  amount: Microcredits;
}

/** How changes are stored. */
export interface CommitOptions {
  /** They open the run, which is then inserted. */
  opens?: boolean;
  /**
   * Nothing is stored before it is made, and nothing at all if it is refused. Of any number of concurrent reservations,
   * each sees those before it. It is released if it is certain that nothing was stored.
   */
  reservation?: Reservation;
}

/** A call that was marked. */
export type MarkedCall = ToolCallDocument & { sending: Sending };

/** Somebody else wrote a document first, and nothing was written. Load and decide again. */
export class StaleWriteError extends Error {
  override name = 'StaleWriteError';
}

/** Another call with the same effect is being made, was made, or may have been: this one was not marked. */
export class EffectClaimedError extends Error {
  override name = 'EffectClaimedError';
}

/**
 * Where runs are stored. Documents are the only truth about a run; what a workflow or a process remembers is not.
 *
 * Reads see every write that was confirmed before they began. Each method may reject with an outage
 * ({@link RunStore.isOutage}): a read can then be repeated, and of a write it is unknown whether it took effect. Every
 * write has a condition, so a write that is repeated after an outage is either the first one to take effect or has no
 * further effect.
 */
export interface RunStore {
  /**
   * A run, its thread and the calls of its latest turn. Each of them is as it is at some moment during the read, and not
   * all of them need be of the same moment: a commit may take effect in between.
   * @param known the run as it was just read, which is then not read once more
   * @returns null if there is no such run or thread
   */
  read: (ids: RunToLoad, known?: RunDocument) => Promise<LoadedRun | null>;
  findRun: (runId: string) => Promise<RunDocument | null>;
  /** A call of a run, of any turn, with its result. */
  findCall: (runId: string, callId: string) => Promise<ToolCallDocument | undefined>;
  /** The run that a message of a thread opened or that it answers; null if the message is not stored. */
  findRunOfMessage: (threadId: string, messageId: string) => Promise<RunDocument | null>;
  /**
   * Stores all changes or none of them, on condition that the run, its thread and the changed calls are still as they were
   * read (rules/as-read.ts). Events, charges and messages take effect together with the state that they tell of.
   * @throws {StaleWriteError} if somebody wrote first. After a commit whose result was unknown, this may have been the
   *   caller itself
   * @throws {ServiceError} `insufficient_credits` if nothing is left to reserve
   */
  commit: (changes: Changes, options?: CommitOptions) => Promise<void>;
  /**
   * Marks that a call is about to be sent, before its first byte, in one conditional write. The same mark can be written
   * again while its attempt is in flight, with a later deadline. One that arrives late has no effect.
   * @returns null if the call is resolved, or is not as it was read for any other reason than the same mark
   * @throws {EffectClaimedError} if another call has claimed its effect
   */
  markSending: (call: ToolCallDocument, mark: SendingMark) => Promise<MarkedCall | null>;
  /**
   * Takes a mark back of an attempt that has sent nothing and will send nothing: the call is as it was read before. Does nothing if the
   * call has another mark.
   */
  unmark: (marked: MarkedCall, before: ToolCallDocument) => Promise<void>;
  /** The latest call that has claimed an effect; undefined if there is none. */
  findEffective: (key: string) => Promise<EffectiveCall | undefined>;
  /**
   * The calls of a thread that asked for the same and were turned down: the newest rejected one and the newest expired one for
   * each name.
   * @param asked names of what calls ask for (engine/rules/same-call/call-names.ts)
   * @param beside a turn whose own calls do not count
   */
  findTurnedDown: (asked: readonly string[], beside?: OfTurn) => Promise<TurnedDownCall[]>;
  /**
   * The calls of runs that wait for a decision or for their result.
   * @param asked names, of which each has at least one, or had before it was corrected
   */
  findAsked: (runIds: readonly string[], asked: readonly string[]) => Promise<CallBeside[]>;
  /**
   * Stores the result of an attempt that is to be followed by another one. Does nothing if the call is not as it was read.
   * @param mayHaveActed whether the host may have acted on it
   * @param tried the attempt as the trace shows it
   */
  markAttempted: (
    call: ToolCallDocument,
    last: AttemptEnd,
    options: { mayHaveActed: boolean; tried: CallTryRecord },
  ) => Promise<void>;
  /** Whether an error of the store means that it is away or busy, so that the same operation may succeed later. */
  isOutage: (error: unknown) => boolean;
}
