import { defined } from '#contract/defined.ts';
import { ServiceError } from '#contract/errors.ts';
import { isTerminal } from '#contract/run-state.ts';
import type { CallBeside } from '#engine/rules/gates/held-beside.ts';
import type { Microcredits } from '#contract/credits.ts';
import type { BalanceChangeDocument } from '#engine/documents/balance-change.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import type { MessageDocument } from '#engine/documents/message.ts';
import type { RotationDocument } from '#engine/documents/rotation.ts';
import type { RunDocument, RunOutbox } from '#engine/documents/run.ts';
import type { ThreadDocument } from '#engine/documents/thread.ts';
import type {
  AttemptEnd,
  CallTryRecord,
  OfTurn,
  ToolCallDocument,
  TurnedDownCall,
} from '#engine/documents/tool-call.ts';
import type { TurnDocument } from '#engine/documents/turn.ts';
import type { LockGrant } from '#engine/ports/outbox-store.ts';
import {
  EffectClaimedError,
  type MarkedCall,
  type SendingMark,
  StaleWriteError,
} from '#engine/ports/run-store.ts';
import { isAsRead, isRenewed, mayReplace, nextMark } from '#engine/rules/as-read.ts';
import { withLostTry, withTry } from '#engine/rules/call-tries.ts';
import { changedCall } from '#engine/rules/changes-of.ts';
import { isAbove, sumOf, withoutAmount } from '#engine/rules/policies/decimal.ts';
import { claimOf, type EffectiveCall } from '#engine/rules/repeats.ts';
import type { Changes } from '#engine/rules/stored.ts';
import type { StoredFreeze } from '../freezes.ts';
import { type Approving, approvingAtFirst, idOf, isMember } from '../payments.ts';

/** The tables of a store. Documents are frozen and never changed, so that a copy of the maps is a backup. */
export class Tables {
  readonly threads: Map<string, ThreadDocument>;
  readonly runs: Map<string, RunDocument>;
  readonly calls: Map<string, ToolCallDocument>;
  /** The ids of the calls of a run, in order. */
  readonly callIds: Map<string, readonly string[]>;
  readonly turns: Map<string, readonly TurnDocument[]>;
  readonly messages: Map<string, readonly MessageDocument[]>;
  readonly events: Map<string, readonly EventDocument[]>;
  /** Ledger entries by run. */
  readonly ledger: Map<string, readonly BalanceChangeDocument[]>;
  readonly rotations: Map<string, RotationDocument>;
  readonly reservations: Map<string, Microcredits>;
  /** The ids of everything that is inserted. */
  readonly ids: Set<string>;
  approving: Approving;
  readonly freezes: Map<string, StoredFreeze>;

  constructor(from?: Tables) {
    this.threads = new Map(from?.threads);
    this.runs = new Map(from?.runs);
    this.calls = new Map(from?.calls);
    this.callIds = new Map(from?.callIds);
    this.turns = new Map(from?.turns);
    this.messages = new Map(from?.messages);
    this.events = new Map(from?.events);
    this.ledger = new Map(from?.ledger);
    this.rotations = new Map(from?.rotations);
    this.reservations = new Map(from?.reservations);
    this.ids = new Set(from?.ids);
    this.approving = from?.approving ?? approvingAtFirst;
    this.freezes = new Map(from?.freezes);
  }
}

/**
 * A store in memory. Each method takes effect at once and as a whole: the caller decides what happens between a request
 * and its effect, and between the effect and the response.
 */
export class MemoryStore {
  tables = new Tables();
  /** Called for each mark. */
  onMark: (by: string) => void = () => {};
  /** Called for each write to a run. */
  onWrite: (changed: { runId: string; changes?: Changes }) => void = () => {};

  /**
   * @throws {StaleWriteError} if a document was written since it was read
   * @throws {ServiceError} `forbidden_approver`, `limit_reached`. Nothing is written then
   */
  commit(changes: Changes, { opens = false } = {}): void {
    const { run, thread, calls, turns, newCalls, messages, events, ledger } = changes;
    const { tables } = this;
    const stored = tables.runs.get(run._id);
    const storedThread = thread && tables.threads.get(thread._id);
    const isFresh =
      (opens ? stored === undefined : stored !== undefined && mayReplace(stored, run)) &&
      (thread === undefined || (storedThread !== undefined && mayReplace(storedThread, thread))) &&
      calls.every(({ before }) => {
        const call = tables.calls.get(before._id);
        return call !== undefined && isAsRead(call, before);
      });
    if (!isFresh) throw new StaleWriteError('a document was written first');
    const counters = this.#counted(changes);
    for (const { _id } of [...turns, ...newCalls, ...messages, ...events, ...ledger]) {
      if (tables.ids.has(_id)) throw new Error(`there is a document with the id ${_id} already`);
      tables.ids.add(_id);
    }
    tables.approving = { ...tables.approving, counters };
    tables.runs.set(run._id, frozen(run));
    if (thread !== undefined) tables.threads.set(thread._id, frozen(thread));
    for (const { before, ...change } of calls) {
      const call = tables.calls.get(before._id);
      if (call !== undefined) tables.calls.set(before._id, frozen(changedCall(call, change)));
    }
    for (const call of newCalls) tables.calls.set(call._id, frozen(call));
    append(
      tables.callIds,
      run._id,
      newCalls.map(({ _id }) => _id),
    );
    append(tables.turns, run._id, frozen(turns));
    append(tables.messages, run.thread_id, frozen(messages));
    append(tables.events, run.thread_id, frozen(events));
    append(tables.ledger, run._id, frozen(ledger));
    for (const { reservation } of ledger)
      if (reservation !== undefined) tables.reservations.delete(reservation);
    this.onWrite({ runId: run._id, changes });
  }

  /** The counters of limits as a change leaves them. */
  #counted({ memberships, reserved, givenBack }: Changes): ReadonlyMap<string, string> {
    const { counters, members } = this.tables.approving;
    if (memberships.some(({ group, actor }) => !isMember(members, group, actor)))
      throw new ServiceError('forbidden_approver', 'Somebody is no longer in the group.');
    const counted = new Map(counters);
    const used = (id: string) => counted.get(id) ?? '0';
    for (const { amount, ...each } of givenBack)
      counted.set(idOf(each), withoutAmount(used(idOf(each)), amount));
    for (const { amount, max, ...each } of reserved) {
      const sum = sumOf(used(idOf(each)), amount);
      if (max !== undefined && isAbove(sum, max))
        throw new ServiceError('limit_reached', 'Others have used the limit.');
      counted.set(idOf(each), sum);
    }
    return counted;
  }

  markSending(read: ToolCallDocument, mark: SendingMark): MarkedCall | null {
    const call = this.tables.calls.get(read._id);
    if (call?.status !== 'pending' || !(isAsRead(call, read) || isRenewed(call, mark))) return null;
    const sending = nextMark(read, mark);
    const claim = call.effect === undefined ? {} : { effect_claim: claimOf(call.effect) };
    if (this.#isClaimed(claim.effect_claim, call))
      throw new EffectClaimedError('another call has claimed the effect');
    const tries = withLostTry(read);
    const change = { sending, ...claim, ...(tries.length === 0 ? {} : { tries }) };
    this.#changeCall(call, change);
    this.onMark(mark.by);
    return { ...call, ...change };
  }

  unmark({ _id, sending: { by, attempts } }: MarkedCall, before: ToolCallDocument): void {
    const call = this.tables.calls.get(_id);
    const isOwn = call?.sending?.by === by && call?.sending?.attempts === attempts && call.sending.in_flight;
    if (call?.status !== 'pending' || !isOwn) return;
    const { sending: _, tries: __, effect_claim: ___, ...rest } = call;
    const { sending, tries, effect_claim } = before;
    this.tables.calls.set(_id, frozen({ ...rest, ...defined({ sending, tries, effect_claim }) }));
    this.onWrite({ runId: call.run_id });
  }

  #isClaimed(claim: string | undefined, { _id }: ToolCallDocument): boolean {
    if (claim === undefined) return false;
    return [...this.tables.calls.values()].some((other) => other.effect_claim === claim && other._id !== _id);
  }

  /** The latest call that has claimed an effect. */
  findEffective(key: string): EffectiveCall | undefined {
    return [...this.tables.calls.values()]
      .filter(({ effect, effect_claim }) => effect_claim !== undefined && effect?.key === key)
      .toSorted((one, other) => one.started_at.getTime() - other.started_at.getTime())
      .at(-1);
  }

  /** The calls that were turned down and asked for the same as one that has one of these names. */
  findTurnedDown(asked: readonly string[], beside?: OfTurn): TurnedDownCall[] {
    return [...this.tables.calls.values()].filter(
      (call): call is ToolCallDocument & TurnedDownCall =>
        call.turned_down?.asked.some((name) => asked.includes(name)) === true &&
        !(call.run_id === beside?.run_id && call.turn_seq === beside.turn_seq),
    );
  }

  /** The calls of runs without a result that have one of these names, or had it before they were corrected. */
  findAsked(runIds: readonly string[], asked: readonly string[]): CallBeside[] {
    return [...this.tables.calls.values()].filter(
      ({ run_id, status, asked: own = [], asked_before = [] }) =>
        status === 'pending' &&
        runIds.includes(run_id) &&
        [...own, ...asked_before].some((name) => asked.includes(name)),
    );
  }

  markAttempted(
    read: ToolCallDocument,
    last: AttemptEnd,
    { mayHaveActed, tried }: { mayHaveActed: boolean; tried: CallTryRecord },
  ): void {
    const call = this.tables.calls.get(read._id);
    if (call?.status !== 'pending' || call.sending === undefined || !isAsRead(call, read)) return;
    const sent = mayHaveActed ? { sent: last } : {};
    this.#changeCall(call, {
      sending: { ...call.sending, in_flight: false, last, ...sent },
      tries: withTry(read, tried),
    });
  }

  removeEntry(runId: string, entry: Pick<RunOutbox, 'version'>): void {
    const run = this.tables.runs.get(runId);
    if (run?.outbox?.version !== entry.version) return;
    const { outbox: _, ...rest } = run;
    this.tables.runs.set(runId, Object.freeze(rest));
    this.onWrite({ runId });
  }

  removeGrant(threadId: string, { version }: LockGrant): void {
    const thread = this.tables.threads.get(threadId);
    if (thread?.outbox?.version !== version) return;
    const { outbox, ...rest } = thread;
    this.tables.threads.set(threadId, Object.freeze(rest));
    this.onWrite({ runId: outbox.run_id });
  }

  /** The calls of a run, or of one of its turns, in order. */
  callsOf(runId: string, turn?: number): ToolCallDocument[] {
    const ids = this.tables.callIds.get(runId) ?? [];
    return ids
      .flatMap((id) => this.tables.calls.get(id) ?? [])
      .filter(({ turn_seq }) => turn === undefined || turn_seq === turn);
  }

  openRuns(): RunDocument[] {
    return [...this.tables.runs.values()].filter(({ state }) => !isTerminal(state));
  }

  /** The spending of a workspace, and the holds of its open runs. */
  balanceOf(workspaceId: string): { delta: Microcredits; held: Microcredits } {
    let [delta, held] = [0, 0];
    for (const changes of this.tables.ledger.values()) {
      for (const change of changes) {
        if (change.workspace_id !== workspaceId) continue;
        delta += change.delta;
        held += change.held ?? 0;
      }
    }
    return { delta, held };
  }

  #changeCall(call: ToolCallDocument, set: Partial<ToolCallDocument>): void {
    this.tables.calls.set(call._id, frozen({ ...call, ...set }));
    this.onWrite({ runId: call.run_id });
  }
}

function append<Item>(lists: Map<string, readonly Item[]>, key: string, items: readonly Item[]): void {
  if (items.length > 0) lists.set(key, [...(lists.get(key) ?? []), ...items]);
}

/** Holders of a document cannot change the stored one. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || value instanceof Date)
    return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}
