import { isPaused, isTerminal } from '#contract/run-state.ts';
import { ServiceError } from '#contract/errors.ts';
import type { MessageDocument } from '#engine/documents/message.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { ConversationStore } from '#engine/ports/conversation-store.ts';
import type { Funds } from '#engine/ports/funds.ts';
import type { OpenRuns } from '#engine/ports/open-runs.ts';
import type { OutboxStore, OverdueEntry } from '#engine/ports/outbox-store.ts';
import { type Reservation, type RunStore, StaleWriteError } from '#engine/ports/run-store.ts';
import { ContentionError } from '#engine/contention/retry-on-conflict.ts';
import type { MemoryStore } from './memory-store.ts';

/** The store is away. Of a write, it is unknown whether it took effect. */
export class Outage extends Error {
  override name = 'Outage';
}

/**
 * The way of a request to the store and back: when it takes effect, whether it fails, and when its sender gets the
 * response.
 * @param effect the effect of the request, at once and as a whole
 */
export type Request = <Result>(
  label: string,
  effect: () => Result,
  options?: { writes?: boolean },
) => Promise<Result>;

/** A store in memory, as the engine of a process uses it. */
export interface StorePorts {
  store: RunStore;
  outboxStore: OutboxStore;
  openRuns: OpenRuns;
  conversations: ConversationStore;
  funds: Funds;
}

const writes = { writes: true };
/** Without what `loadRun` does not read: the results of calls and their requests. */
const shortened = new WeakMap<ToolCallDocument, ToolCallDocument>();

/** The ports of a memory store, whose requests are sent by `request`. */
export function storePorts(memory: MemoryStore, request: Request, credits: () => number): StorePorts {
  const of = () => memory.tables;
  const turnCalls = (runId: string, turn: number) => memory.callsOf(runId, turn).map(withoutResult);
  const available = (workspaceId: string) => {
    const { delta, held } = memory.balanceOf(workspaceId);
    const reserved = [...of().reservations.values()].reduce((sum, amount) => sum + amount, 0);
    return credits() + delta - held - reserved;
  };
  const reserve = async (id: string, { account, amount }: Reservation) =>
    await request(
      'reserves credits',
      () => {
        if (available(account._id) <= 0) {
          throw new ServiceError('insufficient_credits', 'No credits are left.');
        }
        of().reservations.set(id, amount);
      },
      writes,
    );
  const messagesOf = (threadId: string, isMeant: (message: MessageDocument) => boolean) =>
    (of().messages.get(threadId) ?? []).filter(isMeant).toReversed();
  const overdue = (now: Date): OverdueEntry[] => [
    ...[...of().threads.values()].flatMap(({ _id: thread_id, workspace_id, outbox }) =>
      outbox !== undefined && outbox.due_at < now
        ? [{ of: 'thread' as const, workspace_id, thread_id, run_id: outbox.run_id, version: outbox.version }]
        : [],
    ),
    ...[...of().runs.values()].flatMap((run) =>
      run.outbox !== undefined && run.outbox.due_at < now
        ? [{ of: 'run' as const, workspace_id: run.workspace_id, thread_id: run.thread_id, run }]
        : [],
    ),
  ];
  return {
    store: {
      read: async ({ run_id, thread_id, turn_count = 0 }, known) => {
        const [run, thread, calls] = await Promise.all([
          known ?? request('reads the run', () => of().runs.get(run_id)),
          request('reads the thread', () => of().threads.get(thread_id)),
          turn_count === 0 ? [] : request('reads the calls', () => turnCalls(run_id, turn_count)),
        ]);
        if (run === undefined || thread === undefined) return null;
        if (run.turn_count === turn_count) return { run, thread, calls };
        const latest = await request('reads the latest calls', () => turnCalls(run_id, run.turn_count));
        return { run, thread, calls: latest };
      },
      findRun: async (id) => await request('finds the run', () => of().runs.get(id) ?? null),
      findCall: async (runId, callId) =>
        await request('finds the call', () => memory.callsOf(runId).find(({ _id }) => _id === callId)),
      findRunOfMessage: async (threadId, messageId) =>
        await request('finds the run of a message', () => {
          const message = of()
            .messages.get(threadId)
            ?.find(({ _id }) => _id === messageId);
          return message === undefined ? null : (of().runs.get(message.run_id) ?? null);
        }),
      commit: async (changes, { reservation, ...options } = {}) => {
        const id = changes.run._id;
        if (reservation !== undefined) await reserve(id, reservation);
        try {
          await request('commits', () => memory.commit(changes, options), writes);
        } catch (error) {
          if (reservation !== undefined && error instanceof StaleWriteError) {
            await request('gives the reservation back', () => of().reservations.delete(id), writes);
          }
          throw error;
        }
      },
      markSending: async (call, mark) =>
        await request('marks that it sends the call', () => memory.markSending(call, mark), writes),
      unmark: async (marked, before) =>
        await request('takes the mark back', () => memory.unmark(marked, before), writes),
      findEffective: async (key) =>
        await request('finds who has claimed the effect', () => memory.findEffective(key)),
      findAsked: async (runIds, asked) =>
        await request('finds what others ask for', () => memory.findAsked(runIds, asked)),
      findTurnedDown: async (asked, beside) =>
        await request('finds what was turned down', () => memory.findTurnedDown(asked, beside)),
      markAttempted: async (call, last, options) =>
        await request(
          'marks the end of the attempt',
          () => memory.markAttempted(call, last, options),
          writes,
        ),
      isOutage: (error) =>
        error instanceof Outage || error instanceof ContentionError || error instanceof StaleWriteError,
    },
    outboxStore: {
      findOverdue: async (now) => await request('finds what is overdue', () => overdue(now)),
      removeDelivered: async (delivered) =>
        await request(
          'removes entries of the outbox',
          () => {
            for (const { run_id, entry } of delivered) memory.removeEntry(run_id, entry);
          },
          writes,
        ),
      removeGrant: async (threadId, entry) =>
        await request(
          'removes the entry that grants the thread lock',
          () => memory.removeGrant(threadId, entry),
          writes,
        ),
    },
    openRuns: {
      findRotations: async () =>
        await request('finds the rotations', () =>
          [...new Set(memory.openRuns().map(({ workspace_id }) => workspace_id))].map((workspace_id) => {
            const rotation = of().rotations.get(workspace_id);
            return { workspace_id, ...(rotation === undefined ? {} : { rotation }) };
          }),
        ),
      findRotation: async (id) => await request('finds a rotation', () => of().rotations.get(id) ?? null),
      keepRotations: async (rotations) =>
        await request(
          'keeps the rotations',
          () => {
            for (const rotation of rotations) of().rotations.set(rotation._id, Object.freeze(rotation));
          },
          writes,
        ),
      next: async ({ workspace_id, after = '', limit }) =>
        await request('lists open runs', () =>
          memory
            .openRuns()
            .filter((run) => run.workspace_id === workspace_id && run._id > after)
            .toSorted((one, other) => (one._id < other._id ? -1 : 1))
            .slice(0, limit),
        ),
      among: async (ids) =>
        await request('finds open runs', () =>
          memory.openRuns().flatMap(({ _id }) => (ids.includes(_id) ? [_id] : [])),
        ),
      notAmong: async (ids) =>
        await request('finds runs that have ended', () =>
          ids.filter((id) => isTerminal(of().runs.get(id)?.state ?? 'closed')),
        ),
    },
    conversations: {
      before: async (threadId, runSeq, limit) =>
        messagesOf(threadId, ({ seq }) => seq > runSeq - limit && seq <= runSeq),
      since: async (threadId, runSeq, limit) =>
        messagesOf(threadId, ({ seq, run_seq }) => seq > runSeq && run_seq <= runSeq).slice(0, limit),
      later: async (threadId, runSeq, limit) =>
        messagesOf(threadId, ({ run_seq }) => run_seq > runSeq).slice(0, limit),
      turns: async (runId) => [...(of().turns.get(runId) ?? [])],
      calls: async (runId) => await request('reads the calls so far', () => memory.callsOf(runId)),
      earlier: async (runIds) =>
        await request('reads earlier runs', () =>
          runIds.flatMap((id) => {
            const run = of().runs.get(id);
            return run === undefined ? [] : [{ ...run, calls: [...memory.callsOf(id)] }];
          }),
        ),
      lasting: async (threadId, { before, except, limit }) =>
        await request('reads the lasting calls of a thread', () =>
          [...of().calls.values()]
            .filter(
              ({ run_id, lasting }) =>
                lasting?.thread_id === threadId && lasting.run_seq < before && !except.includes(run_id),
            )
            .toSorted((one, other) => (other.lasting?.run_seq ?? 0) - (one.lasting?.run_seq ?? 0))
            .slice(0, limit),
        ),
    },
    funds: {
      available: async (workspaceId) => await request('reads the balance', () => available(workspaceId)),
      isBudgetSpent: async () => await request('reads the budgets', () => false),
      heldByPausedRuns: async (workspaceId) =>
        await request('reads what paused runs hold', () =>
          memory
            .openRuns()
            .filter((run) => run.workspace_id === workspaceId && isPaused(run.state))
            .reduce((sum, { hold = 0 }) => sum + hold, 0),
        ),
      readAccount: async (workspaceId) => ({ _id: workspaceId }),
    },
  };
}

function withoutResult(call: ToolCallDocument): ToolCallDocument {
  if (call.result === undefined && call.request === undefined) return call;
  const known = shortened.get(call);
  if (known !== undefined) return known;
  const { result: _, request: __, ...rest } = call;
  const short = Object.freeze(rest);
  shortened.set(call, short);
  return short;
}
