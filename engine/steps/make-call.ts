import { defined } from '#contract/defined.ts';
import type { Directive } from '#contract/temporal/directive.ts';
import type { RunInput } from '#contract/temporal/names.ts';
import type { CallMade, MadeBefore } from '#contract/temporal/seen-calls.ts';
import type { SentOn } from '../documents/connection.ts';
import type { FrozenBy } from '../documents/freeze.ts';
import type { LoadedRun } from '../documents/run.ts';
import type { AttemptEnd, CallTryRecord, ToolCallDocument } from '../documents/tool-call.ts';
import type { Engine } from './engine.ts';
import { judgeAgain } from '../judging/judge-again.ts';
import { resolveAccounts } from '../judging/resolve-accounts.ts';
import type { PreparedCall } from '../ports/calls.ts';
import { EffectClaimedError, type MarkedCall } from '../ports/run-store.ts';
import type { StepAttempt } from '../ports/step-attempt.ts';
import { endOfAttempts, isInFlight, sentBefore, waitsFor } from '../rules/calls.ts';
import { endedTry } from '../rules/call-tries.ts';
import { waitsForRetry } from '../rules/end-paused.ts';
import { unmade } from '../rules/ending.ts';
import { directiveOf } from '../rules/directive.ts';
import { lockState, lockStateOfCall } from '../rules/thread-lock.ts';
import type { CallSettled, FoundBeforeSending } from '../rules/inputs.ts';
import { frozenFailure } from '../rules/freezes/freeze-call.ts';
import { targetsOf } from '../rules/freezes/targets.ts';
import { leadToSame } from '../rules/gates/accounts.ts';
import { isAsApproved, isSentAsHeld } from '../rules/gates/as-approved.ts';
import { holdingGateOf, isGated } from '../rules/gates/gate-of-call.ts';
import { earlierOf, refusedSince } from '../rules/gates/turned-down.ts';
import { tooOld } from '../rules/gates/lapse.ts';
import { makesCalls } from '../rules/pause.ts';
import { argsOf, failure, unknownOutcome } from '../rules/resolve-call.ts';
import { repeatOf } from '../rules/repeats.ts';
import { type Attempt, mayFollowLost, retryDelay } from '../rules/retry-delay.ts';
import { mayBeMadeAgain } from '../rules/seen-calls.ts';
import { apply, applyUntilStored, type Storing, untilStored } from './apply.ts';
import { readAhead } from './limit-reached.ts';
import { mustLoadRun } from './load-run.ts';
import { newestKnown } from './newest-known.ts';
import { noteGrant } from './note-grant.ts';
import { recentRun } from './recent-runs.ts';
import { type BeforeTurn, takeTurn } from './take-turn.ts';
import { TryAgain } from './try-again.ts';

/** Which call to make. */
export interface CallToMake extends RunInput {
  turn: number;
  tool_call_id: string;
  /** The workflow has waited for the thread lock, which this outbox entry of the thread has granted. */
  grant_version?: number;
  /** The workflow has seen that the call was made, or that its turn was over: the store was restored since. */
  made_before?: MadeBefore;
}

/** The next step of the workflow, and whether the call was made. */
type Made = Directive & CallMade;

/**
 * Makes a call that needs no approval or has been approved, with the arguments that are stored. The call is marked
 * before its first byte is sent, and after everything else that can fail, so that a call that may not be repeated is
 * sent at most once, whichever worker dies or freezes. The result is stored in one write, which is retried until it
 * succeeds. A call to a host that is in flight is completed, even if a cancellation is requested meanwhile.
 * An approved call that could not be sent in time, or that a check of its policy fails, goes back to its gate instead; one that was
 * sent is not sent again. What a freeze covers is not sent: an approved call stays held, another one fails. A gated call is not sent by a worker whose clock is wrong.
 * @param options.justStored whether this step has just stored the turn of the call, so the run need not be read again
 * @returns what the workflow does next, as far as this call is concerned, and whether the call was made
 * @throws {TryAgain} `call_failed` if the host asks for another attempt, `in_flight` if an attempt of another worker may be
 *   in progress, `worker_stops` if this worker is stopping and has not sent the call; what the clock throws if it is wrong
 */
export async function makeCall(
  engine: Engine,
  input: CallToMake,
  attempt: StepAttempt,
  { justStored = false }: { justStored?: boolean } = {},
): Promise<Made> {
  const { clock, outboxStore } = engine;
  const read = await loadForCall(engine, input, attempt, justStored);
  const call = read.calls.find(({ _id }) => _id === input.tool_call_id);
  // An earlier attempt at this step has marked the call, and the store has lost the mark.
  const isMarkLost = (call?.sending?.attempts ?? 0) < attempt.marked();
  if (!makesCalls(read.run) || call === undefined || waitsFor(call) !== 'execution') {
    const isMade = isMarkLost || (call !== undefined && call.status !== 'pending');
    return isMade ? { ...directiveOf(read), made: true } : directiveOf(read);
  }
  const lock = lockStateOfCall(read, call);
  if (lock === 'cancelled') return isMarkLost ? { ...directiveOf(read), made: true } : directiveOf(read);
  if (lock === 'awaited') return { next: 'wait_for_turn_lock' };
  // With a wrong clock, approvals that are too old would count, and attempts in progress would be over.
  if (isGated(call)) clock.storeNow();
  const loaded = noteGrant(outboxStore, read, input.grant_version);
  const making = new MakingCall({ engine, input, attempt, loaded, call });
  // It was cancelled: the attempt that its host asked for does not follow.
  if (loaded.run.closing === 'cancelled' && waitsForRetry(call))
    return await making.settle({ resolution: unmade('cancelled'), unsent: true });
  const madeBefore = input.made_before ?? (isMarkLost ? 'call' : undefined);
  const isNotRepeated = madeBefore !== undefined && !mayBeMadeAgain(call, madeBefore);
  if (!isNotRepeated) {
    if (!isAsApproved(call, engine.seals)) return await making.endChanged();
    if (tooOld(call, clock.now(), engine.approvalValidMs) !== undefined) return await making.goBackOrSettle();
    const ended =
      (await making.checkRejected()) ?? (await making.checkFacts()) ?? (await making.checkAccounts());
    if (ended !== undefined) return ended;
  }
  const answered = await engine.calls.answer(loaded.run, call, attempt.cancelled);
  if (answered !== undefined) return await making.settle(answered);
  if (isInFlight(call) && (isNotRepeated || !mayFollowLost(call))) {
    return await making.settle({ resolution: unknownOutcome(), lost: true });
  }
  if (isNotRepeated) return await making.settle({ resolution: unknownOutcome() });
  const isAsHeld = (sentOn: SentOn) => isSentAsHeld(call, sentOn, engine.seals);
  const prepared = await engine.calls.prepare(loaded.run, call, isAsHeld);
  if (prepared === 'moved')
    return await making.goBackOrSettle({ moved_from: call.connection?.configuration });
  if ('impossible' in prepared) return await making.settle({ resolution: prepared.impossible, unsent: true });
  const made = await engine.sentCalls
    .make(async () => await making.markAndSend(prepared))
    .finally(() => prepared.close?.());
  if (made === 'cancelled') return await makeCall(engine, input, attempt);
  if (made === 'repeats') return await making.repeat();
  if (made === 'too_late') return await making.goBackOrSettle();
  return 'frozen' in made ? await making.freeze(made.frozen) : await making.end(made);
}

/**
 * The run of a call. If this process remembers the call, only the run is read again: whatever prevents a call is a write
 * of the run, apart from the mark of another attempt, and then the mark of this one is refused.
 */
async function loadForCall(
  engine: Engine,
  { turn, tool_call_id, made_before, ...input }: CallToMake,
  attempt: StepAttempt,
  justStored: boolean,
): Promise<LoadedRun> {
  const { store } = engine;
  const { run_id } = input;
  const known =
    made_before === undefined
      ? recentRun(engine, run_id, attempt, ({ run, calls }) => {
          const call = calls.find(({ _id }) => _id === tool_call_id);
          return run.state === 'running' && call !== undefined && waitsFor(call) === 'execution';
        })
      : undefined;
  if (known !== undefined && justStored) return known;
  const run = known === undefined ? null : await store.findRun(run_id);
  if (known !== undefined && run?.version === known.run.version) return { ...known, run };
  return await mustLoadRun(store, { ...input, turn_count: turn });
}

interface CallInHand {
  engine: Engine;
  input: CallToMake;
  attempt: StepAttempt;
  loaded: LoadedRun;
  call: ToolCallDocument;
}

/** A call of a run that may work, as this attempt has read it. */
class MakingCall {
  readonly #engine: Engine;
  readonly #input: CallToMake;
  readonly #attempt: StepAttempt;
  readonly #loaded: LoadedRun;
  readonly #call: ToolCallDocument;

  constructor({ engine, input, attempt, loaded, call }: CallInHand) {
    this.#engine = engine;
    this.#input = input;
    this.#attempt = attempt;
    this.#loaded = loaded;
    this.#call = call;
  }

  /** Stores the result of the call, and takes the next turn if it was the last of its turn. */
  async settle(
    settled: Omit<CallSettled, 'type' | 'tool_call_id'>,
    { stored = this.#loaded, ...storing }: Storing & { stored?: LoadedRun } = {},
  ): Promise<Made> {
    const input = { type: 'call_settled' as const, tool_call_id: this.#call._id, ...settled };
    const newest = this.#newest(stored);
    const creditsLeft = this.#leadsToTurn(newest, settled)
      ? readAhead(this.#engine, newest.run.workspace_id)
      : undefined;
    const applied = await applyUntilStored(this.#engine, this.#attempt, newest, input, storing);
    const { directive, changed, after } = applied;
    if (changed)
      return { ...(await this.#takeNextTurn(directive, { stored: after, creditsLeft })), made: true };
    if (isStillToMake(directive, this.#call._id)) throw attemptUnderWay();
    // If another attempt has settled the call, the workflow knows, and may already be waiting for something else.
    return { ...directive, made: true };
  }

  /**
   * The run as this process has stored it since, for another call of the turn, with this call as the attempt knows it: a write that
   * goes by an older one would be in vain. What has ended the call or the turn meanwhile is left to be noticed by the write.
   */
  #newest(stored: LoadedRun): LoadedRun {
    const { clock, recentRuns } = this.#engine;
    const newest = recentRuns.get(stored.run._id, clock.now());
    if (newest === undefined || newest.run.version <= stored.run.version) return stored;
    const own = stored.calls.filter(({ _id }) => _id === this.#call._id);
    return newestKnown(newest, own) ?? stored;
  }

  /** Whether the next turn follows on the result of the call, which costs nothing. */
  #leadsToTurn({ calls }: LoadedRun, { charge }: Pick<CallSettled, 'charge'>): boolean {
    const { _id, price = 0 } = this.#call;
    const isLast = calls.every((call) => call._id === _id || call.status !== 'pending');
    return isLast && (charge?.amount ?? price) === 0 && !this.#engine.sentCalls.stopping;
  }

  /** Sends nothing: the call is held at its gate again, or ends with what came of an earlier attempt. */
  async goBackOrSettle(found: FoundBeforeSending = {}): Promise<Made> {
    if (sentBefore(this.#call) !== undefined) {
      const known = isInFlight(this.#call) ? { lost: true as const } : { unsent: true as const };
      return await this.settle({ resolution: unknownOutcome(), ...known });
    }
    return await this.#goBack(found);
  }

  /** Sends nothing: what is stored is not what was approved, so nobody has decided on it. */
  async endChanged(): Promise<Made> {
    const { run_id, _id: tool_call_id } = this.#call;
    const about = { run_id, tool_call_id };
    this.#engine.log.error(about, 'an approved call is not what was approved: it was changed in the store');
    const message = 'The stored call is not the one that was approved: it was not made.';
    return await this.settle({ resolution: failure('digest_mismatch', message), unsent: true });
  }

  /**
   * Looks the account references up once more that were shown to those who approved. What leads elsewhere by now goes back to its
   * gate. Nothing is looked up of a call that may have been sent: its result is awaited, or unknown.
   * @returns nothing if the call may be sent
   */
  async checkAccounts(): Promise<Made | undefined> {
    const call = this.#call;
    if (call.accounts === undefined || call.decision === undefined) return undefined;
    if (sentBefore(call) !== undefined) return undefined;
    const args = argsOf(call);
    const known = { shown: call.accounts, declared: call.payment?.declared };
    const accounts = (await resolveAccounts(this.#engine, holdingGateOf(call), args, known)) ?? [];
    return leadToSame(call, accounts) ? undefined : await this.#goBack({ accounts });
  }

  /**
   * Sends nothing if, while the call was held, a person rejected another one of the thread that asked for the same: its
   * approver, or the person who corrected it to what its policy allows, did not see that. It is looked up only if calls
   * of the thread were turned down meanwhile. Those of its own turn were shown beside it, to all who decided.
   * @returns undefined if the call may be sent
   */
  async checkRejected(): Promise<Made | undefined> {
    const { asked, turned_down_known = 0 } = this.#call;
    const { thread } = this.#loaded;
    if (asked === undefined || sentBefore(this.#call) !== undefined) return undefined;
    if ((thread.turned_down ?? 0) === turned_down_known) return undefined;
    const turnedDown = await this.#engine.store.findTurnedDown(asked, this.#call);
    const refused = refusedSince(turnedDown, turned_down_known);
    if (refused === undefined) return undefined;
    const { refusal, since } = refused;
    const resolution = { ...failure(refusal.code, refusal.message), ...earlierOf(since) };
    return await this.settle({ resolution, unsent: true });
  }

  /**
   * Sends nothing to a payee that somebody has blocked since, or that a rule denies by what is known of it now. Where a rule asks for
   * more, the call goes to its gate. One that may have been sent ends with what is known of that.
   * @returns undefined if the call may be sent
   */
  async checkFacts(): Promise<Made | undefined> {
    if (sentBefore(this.#call) !== undefined) return undefined;
    const found = await judgeAgain(this.#engine, this.#loaded.run, this.#call);
    if (found === undefined) return undefined;
    if (!('refusal' in found)) return await this.#goBack({ stricter: found });
    const { code, message } = found.refusal;
    return await this.settle({ resolution: failure(code, message), unsent: true });
  }

  async #goBack(found: FoundBeforeSending): Promise<Made> {
    const lapsed = { tool_call_id: this.#call._id, valid_ms: this.#engine.approvalValidMs, ...found };
    const directive = await apply(this.#engine, this.#loaded, { type: 'approval_lapsed', ...lapsed });
    if (isStillToMake(directive, this.#call._id)) throw attemptUnderWay();
    return directive;
  }

  /** Sends nothing: an earlier call has had the same effect, is having it, or may have had it. */
  async repeat(): Promise<Made> {
    const key = this.#call.effect?.key ?? '';
    const earlier = await this.#engine.store.findEffective(key);
    // That call has failed since.
    if (earlier === undefined || earlier._id === this.#call._id) throw attemptUnderWay();
    const unpaid = { charge: { amount: 0, reason: 'patch' as const } };
    return await this.settle({ resolution: repeatOf(earlier), ...unpaid });
  }

  /** Sends nothing, for a freeze covers the call. What an earlier attempt may have done counts. */
  async freeze(frozen: FrozenBy): Promise<Made> {
    const call = this.#call;
    if (sentBefore(call) !== undefined) return await this.goBackOrSettle();
    if (call.decision?.decision !== 'approve')
      return await this.settle({ resolution: frozenFailure(), unsent: true, frozen: true });
    const { limits } = await this.#engine.agents.get(this.#input.agent_id);
    const { pause_ttl_seconds } = limits;
    const input = { type: 'call_frozen', tool_call_id: call._id, frozen, pause_ttl_seconds } as const;
    const directive = await apply(this.#engine, this.#loaded, input);
    if (isStillToMake(directive, call._id)) throw attemptUnderWay();
    return directive;
  }

  /**
   * Sends the call, unless a cancellation was requested while it was prepared, its approval has become too old, or a freeze covers it.
   * The freezes are read after the mark: what is marked once a freeze was confirmed is not sent (freeze.after-response).
   */
  async markAndSend(
    prepared: PreparedCall,
  ): Promise<'cancelled' | 'repeats' | 'too_late' | { frozen: FrozenBy } | SentCall> {
    if (prepared.tookTime === true || this.#call.accounts !== undefined) {
      const { store } = this.#engine;
      const now = await mustLoadRun(store, { ...this.#input, turn_count: this.#input.turn });
      if (lockState(now) === 'cancelled') return 'cancelled';
    }
    const marked = await this.#mark(sentBefore(this.#call), prepared.connection_id);
    if (marked === null) throw attemptUnderWay();
    if (marked === 'too_late' || marked === 'repeats') return marked;
    const frozen = await this.#frozenBy(prepared.connection_id);
    if (frozen !== undefined) {
      await this.#unmark(marked);
      return { frozen };
    }
    const { _id: tool_call_id, patch_ref, sending } = marked;
    this.#attempt.noteMarked({ tool_call_id, patch_ref, attempts: sending.attempts });
    const at = this.#engine.clock.now();
    const attempt = await this.#send(prepared, sending.until);
    return { marked, attempt, tried: endedTry(attempt, at, this.#engine.clock.now()) };
  }

  /**
   * Stores what came of an attempt.
   * @throws {TryAgain} `call_failed` if another attempt is to follow
   */
  async end({ marked, attempt, tried }: SentCall): Promise<Made> {
    const delayMs = retryDelay(marked, attempt);
    if (delayMs === undefined) {
      const noEffect = attempt.noEffect && marked.sending.sent === undefined;
      const ended = {
        attempt: marked.sending.attempts,
        tried,
        resolution: endOfAttempts(marked, attempt),
        ...(noEffect ? { no_effect: true as const } : {}),
      };
      return await this.settle(ended, { stored: withCall(this.#loaded, marked), untilEnd: true });
    }
    const mayHaveActed = !attempt.noEffect;
    const { store } = this.#engine;
    const ended = { mayHaveActed, tried: { ...tried, retry_in_ms: delayMs } };
    const markEnd = async () => await store.markAttempted(marked, attempt.resolution, ended);
    const { run_id } = this.#input;
    await untilStored(this.#engine, this.#attempt, { run_id }, markEnd, { untilEnd: true });
    const code = attempt.resolution.error?.code ?? 'failed';
    throw new TryAgain('call_failed', `the host's answer asks for another attempt: ${code}`, delayMs);
  }

  /**
   * Marks the call as sent. If the store goes away before it has confirmed the mark, the same mark is written again: left
   * behind, it would stand for an attempt that nobody made. The age of an approval is looked at here, because nothing that
   * takes long follows.
   */
  async #mark(
    sent: AttemptEnd | undefined,
    connection_id: string | undefined,
  ): Promise<MarkedCall | 'repeats' | 'too_late' | null> {
    const { approvalValidMs, clock, store } = this.#engine;
    const call = this.#call;
    const by = clock.newId();
    let until = new Date(0);
    const { run_id } = this.#input;
    return await untilStored(this.#engine, this.#attempt, { run_id }, async () => {
      const now = clock.now();
      if (tooOld(call, now, approvalValidMs) !== undefined) return 'too_late';
      const deadline = new Date(now.getTime() + call.timeout_seconds * 1000);
      // A repeated mark never has an earlier deadline, even if the clock is set back meanwhile.
      if (deadline > until) until = deadline;
      try {
        return await store.markSending(call, { by, at: now, until, sent, ...defined({ connection_id }) });
      } catch (error) {
        if (error instanceof EffectClaimedError) return 'repeats';
        throw error;
      }
    });
  }

  async #frozenBy(connectionId: string | undefined): Promise<FrozenBy | undefined> {
    const { freezes } = this.#engine;
    const { run } = this.#loaded;
    const targets = targetsOf(run, this.#call, connectionId);
    const read = async () => await freezes.covering(run.workspace_id, targets);
    return await untilStored(this.#engine, this.#attempt, { run_id: run._id }, read);
  }

  async #unmark(marked: MarkedCall): Promise<void> {
    const { run_id } = this.#input;
    const unmark = async () => await this.#engine.store.unmark(marked, this.#call);
    await untilStored(this.#engine, this.#attempt, { run_id }, unmark);
  }

  /** Once the mark is written, any error leaves the outcome unknown. */
  async #send(prepared: PreparedCall, until: Date): Promise<Attempt> {
    try {
      return await prepared.send(until);
    } catch (error) {
      const { run_id, _id: tool_call_id } = this.#call;
      const about = { run_id, tool_call_id, err: error };
      this.#engine.log.error(about, 'a call broke off for a fault of the service');
      return { resolution: unknownOutcome(), transient: false, noEffect: false };
    }
  }

  /**
   * After the last call of a turn, the next turn is taken in the same step, which saves a round trip through Temporal. What
   * was done so far is stored. If the turn cannot be taken, or its worker is stopping, the workflow schedules an activity
   * for it.
   */
  async #takeNextTurn(directive: Directive, before: BeforeTurn): Promise<Directive> {
    if (directive.next !== 'turn' || this.#engine.sentCalls.stopping) return directive;
    const { turn } = directive;
    try {
      return await takeTurn(this.#engine, { ...this.#input, turn }, this.#attempt, before);
    } catch (error) {
      const { cancelled } = this.#attempt;
      if (!cancelled.aborted || error !== cancelled.reason) {
        const { run_id } = this.#input;
        this.#engine.log.info(
          { run_id, turn, err: error },
          'the turn after a call is left to an activity of its own',
        );
      }
      return directive;
    }
  }
}

/** A call that was sent, and what came of that. */
interface SentCall {
  marked: MarkedCall;
  attempt: Attempt;
  /** The same, as the trace shows it. */
  tried: CallTryRecord;
}

function withCall(loaded: LoadedRun, call: ToolCallDocument): LoadedRun {
  return { ...loaded, calls: loaded.calls.map((each) => (each._id === call._id ? call : each)) };
}

/** Whether the call was not settled after all: its mark was renewed, or an attempt of another worker is to follow. */
function isStillToMake(directive: Directive, callId: string): boolean {
  const { calls = [] } =
    directive.next === 'execute' ? directive : directive.next === 'pause' ? (directive.approved ?? {}) : {};
  return calls.some(({ tool_call_id }) => tool_call_id === callId);
}

function attemptUnderWay(): TryAgain {
  return new TryAgain('attempt_under_way', 'another attempt is under way');
}
