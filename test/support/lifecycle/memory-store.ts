import type { BalanceChangeDocument } from '#store/documents/balance-change.ts';
import type { Changes } from '#lifecycle/stored.ts';
import type { EventDocument } from '#store/documents/event.ts';
import type { MessageDocument } from '#store/documents/message.ts';
import type { RunDocument, RunOutbox } from '#store/documents/run.ts';
import type { ThreadDocument } from '#store/documents/thread.ts';
import type { AttemptEnd, Sending, ToolCallDocument } from '#store/documents/tool-call.ts';
import type { TurnDocument } from '#store/documents/turn.ts';

/** What the store throws when a document was written since it was read. */
export class StaleWrite extends Error {}

/** One thread, stored as store/mongo/commit.ts and store/runs/tool-calls.ts do it, with the same guards. */
export class MemoryStore {
  thread: ThreadDocument;
  readonly runs = new Map<string, RunDocument>();
  readonly calls = new Map<string, ToolCallDocument>();
  readonly turns: TurnDocument[] = [];
  readonly messages: MessageDocument[] = [];
  readonly events: EventDocument[] = [];
  readonly ledger: BalanceChangeDocument[] = [];
  /** The arguments that calls were made with: what is executed is what was shown. */
  readonly firstArgs = new Map<string, string>();
  /** The first outcomes that were reported of calls. */
  readonly firstOutcomes = new Map<string, ToolCallDocument['outcome']>();
  /** Counts the writes. */
  revision = 0;

  constructor(thread: ThreadDocument) {
    this.thread = thread;
  }

  run(id: string): RunDocument {
    const run = this.runs.get(id);
    if (run === undefined) throw new Error(`no run ${id}`);
    return run;
  }

  callsOf(runId: string, turn?: number): ToolCallDocument[] {
    return [...this.calls.values()].filter(
      ({ run_id, turn_seq }) => run_id === runId && (turn === undefined || turn_seq === turn),
    );
  }

  /** @throws {StaleWrite} when run, thread or a call was written since it was read; nothing is written then */
  write(changes: Changes, { opens = false } = {}): void {
    const { run, thread, calls, turns, newCalls, messages, events, ledger } = changes;
    const fresh =
      (opens ? !this.runs.has(run._id) : isReplaceable(this.runs.get(run._id), run)) &&
      (thread === undefined || isReplaceable(this.thread, thread)) &&
      calls.every(({ before }) => {
        const stored = this.calls.get(before._id);
        return stored?.status === before.status && isAsRead(stored, before);
      });
    if (!fresh) throw new StaleWrite();
    this.runs.set(run._id, run);
    if (thread !== undefined) this.thread = thread;
    for (const { before, set } of calls) this.#set(before._id, set);
    this.turns.push(...turns);
    for (const call of newCalls) {
      this.calls.set(call._id, call);
      this.firstArgs.set(call._id, call.args);
    }
    this.messages.push(...messages);
    this.events.push(...events);
    this.ledger.push(...ledger);
    this.revision += 1;
  }

  markSending(
    call: ToolCallDocument,
    { until, sent }: { until: Date; sent: AttemptEnd | undefined },
  ): (ToolCallDocument & { sending: Sending }) | null {
    const stored = this.calls.get(call._id);
    if (stored?.status !== 'pending' || !isAsRead(stored, call)) return null;
    const { last } = call.sending ?? {};
    const sending: Sending = {
      attempts: (call.sending?.attempts ?? 0) + 1,
      in_flight: true,
      until,
      ...(last === undefined ? {} : { last }),
      ...(sent === undefined ? {} : { sent }),
    };
    return { ...this.#set(call._id, { sending }), sending };
  }

  markAttempted(call: ToolCallDocument, last: AttemptEnd, { mayHaveActed }: { mayHaveActed: boolean }): void {
    const stored = this.calls.get(call._id);
    if (stored?.status !== 'pending' || stored.sending === undefined || !isAsRead(stored, call)) return;
    const sent = mayHaveActed ? { sent: last } : {};
    this.#set(call._id, { sending: { ...stored.sending, in_flight: false, last, ...sent } });
  }

  /** Removes an entry that Temporal has taken; the version is not counted. */
  removeTaken(runId: string, entry: RunOutbox): void {
    const { outbox, ...rest } = this.run(runId);
    if (outbox?.version !== entry.version) return;
    this.runs.set(runId, rest);
    this.revision += 1;
  }

  /** Removes the entry by which a run is let in; the version is not counted. */
  removeLetIn(entry: NonNullable<ThreadDocument['outbox']>): void {
    const { outbox, ...rest } = this.thread;
    if (outbox?.version !== entry.version) return;
    this.thread = rest;
    this.revision += 1;
  }

  #set(id: string, set: Partial<ToolCallDocument>): ToolCallDocument {
    const stored = this.calls.get(id);
    if (stored === undefined) throw new Error(`no call ${id}`);
    const changed = { ...stored, ...set };
    if (set.outcome !== undefined && !this.firstOutcomes.has(id)) this.firstOutcomes.set(id, set.outcome);
    this.calls.set(id, changed);
    this.revision += 1;
    return changed;
  }
}

function isAsRead(stored: ToolCallDocument, read: ToolCallDocument): boolean {
  return (
    stored.sending?.attempts === read.sending?.attempts &&
    stored.sending?.in_flight === read.sending?.in_flight &&
    (stored.decision === undefined) === (read.decision === undefined) &&
    (stored.outcome === undefined) === (read.outcome === undefined)
  );
}

type Versioned = Pick<RunDocument | ThreadDocument, 'version' | 'outbox'>;

function isReplaceable(stored: Versioned | undefined, { version, outbox }: Versioned): boolean {
  const keepsEntry = outbox !== undefined && outbox.version !== version;
  return stored?.version === version - 1 && (!keepsEntry || stored.outbox?.version === outbox.version);
}
