import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { toJsonText } from '#contract/json-text.ts';
import type { LoadedRun } from '#engine/documents/run.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { EnginePorts } from '#engine/ports/engine-ports.ts';
import { EffectClaimedError, StaleWriteError } from '#engine/ports/run-store.ts';
import { advance } from '#engine/rules/advance.ts';
import { isAsRead, isRenewed } from '#engine/rules/as-read.ts';
import { openRun } from '#engine/rules/message.ts';
import { failure } from '#engine/rules/resolve-call.ts';
import { loadRun } from '#engine/steps/load-run.ts';
import { RecentTurns } from '#engine/steps/recent-turns.ts';
import type { Database } from '#store/mongo/database.ts';
import { runPorts } from '#store/runs/run-ports.ts';
import { MemoryStore } from '../simulation/store/memory-store.ts';
import { Outage, storePorts } from '../simulation/store/store-ports.ts';
import { testKeyring } from '../support/keyring.ts';
import { type MongodbProxy, startMongodbProxy } from '../support/mongodb-proxy/mongodb-proxy.ts';
import { dropDatabase, openDatabaseOn } from '../support/open-database.ts';
import { judged, later, now, thread, tool, turn } from '../support/rules/documents.ts';

/** A store under the contract of its port, with what the tests need beside that. */
interface Subject extends Pick<
  EnginePorts,
  'store' | 'outboxStore' | 'openRuns' | 'conversations' | 'funds'
> {
  insertThread: (id: string, workspaceId: string) => Promise<void>;
  /** An account with 100 credits. */
  insertAccount: (workspaceId: string) => Promise<void>;
  /** The next commit takes effect or not, and is not answered. */
  loseCommit: (lost: 'command' | 'reply') => void;
}

let db: Database;
let proxy: MongodbProxy;
beforeAll(async () => {
  const uri = new URL(inject('mongodbUri'));
  proxy = await startMongodbProxy({ host: uri.hostname, port: Number(uri.port) });
  uri.host = `127.0.0.1:${proxy.port}`;
  uri.searchParams.delete('directConnection');
  uri.searchParams.set('serverMonitoringMode', 'poll');
  db = await openDatabaseOn(uri.href);
});
afterAll(async () => {
  await dropDatabase(db);
  await proxy.cut();
});

function mongodb(): Subject {
  return {
    ...runPorts(db, testKeyring),
    insertThread: async (id, workspaceId) => void (await db.threads.insertOne(newThread(id, workspaceId))),
    insertAccount: async (_id) => {
      const none = { held: 0, last_seq: 0, bookings: 0, batch: [], reservations: [] };
      await db.accounts.insertOne({ _id, balance: 100, ...none });
    },
    loseCommit: (lost) =>
      void proxy.inject({ strikes: ({ name }) => name === 'commitTransaction', effect: { lost }, times: 2 }),
  };
}

function memory(): Subject {
  const tables = new MemoryStore();
  let lost: 'command' | 'reply' | undefined;
  const ports = storePorts(
    tables,
    async (label, effect) => {
      const fault = label === 'commits' ? lost : undefined;
      if (fault !== undefined) lost = undefined;
      const result = fault === 'command' ? undefined : effect();
      if (fault !== undefined) throw new Outage(fault);
      return result as ReturnType<typeof effect>;
    },
    () => 100,
  );
  return {
    ...ports,
    insertThread: async (id, workspaceId) => void tables.tables.threads.set(id, newThread(id, workspaceId)),
    insertAccount: async () => {},
    loseCommit: (next) => {
      lost = next;
    },
  };
}

function newThread(_id: string, workspace_id: string) {
  return thread({ _id, workspace_id, active_runs: [], message_count: 0, last_seq: 0, last_event_seq: 0 });
}

const around = { now, storeNow: () => now, newId: randomUUID, seal: () => '' };

/** The changes of messages that open a run each, on one new thread: only the first of them can be stored. */
async function openingTwice({ insertThread }: Subject, workspaceId: string, hold = 30) {
  const thread_id = randomUUID();
  await insertThread(thread_id, workspaceId);
  const open = () => {
    const [run_id, message_id] = [randomUUID(), randomUUID()];
    const message = { run_id, message_id, content: 'Hello?', origin: 'api' as const, hold };
    return openRun(newThread(thread_id, workspaceId), message, around);
  };
  return [open(), open()] as const;
}

/** The changes of a message that opens a run on a thread of its own. */
async function opening(ports: Subject, workspaceId: string, { hold = 4 } = {}) {
  const [changes] = await openingTwice(ports, workspaceId, hold);
  return changes;
}

/** A run that was just opened on a thread of its own. */
async function opened(ports: Subject, workspaceId: string = randomUUID()): Promise<LoadedRun> {
  const changes = await opening(ports, workspaceId);
  await ports.store.commit(changes, { opens: true });
  return { run: changes.run, thread: changes.thread, calls: [] };
}

function changesOf(stored: LoadedRun, input: Parameters<typeof advance>[1]) {
  const outcome = advance(stored, input, around);
  if (outcome.outcome !== 'changed') throw new Error(`nothing changes: ${outcome.outcome}`);
  return outcome;
}

/** A run with a call that is to be made. */
async function acted(ports: Subject): Promise<{ run: LoadedRun; call: ToolCallDocument }> {
  const { changes, after } = changesOf(await opened(ports), acts);
  await ports.store.commit(changes);
  const [call] = after.calls;
  if (call === undefined) throw new Error('the turn has a call');
  return { run: after, call };
}

/** Changes a call of a run that is otherwise as it was. */
async function change(
  { store }: Subject,
  stored: LoadedRun,
  before: ToolCallDocument,
  set: Partial<ToolCallDocument>,
): Promise<LoadedRun> {
  const { changes, after } = changesOf(stored, { type: 'cancel_requested' });
  await store.commit({ ...changes, calls: [{ before, set }] });
  return after;
}

type Fields = Partial<ToolCallDocument>;
const sending = { attempts: 1, by: 'one', in_flight: true, until: later(30) };
const decision = { decision: 'approve', actor: 'a', request_id: 'r', created_at: now } as const;
const lapsed = { ...decision, lapsed_at: now };
const outcome = { state: 'occurred', actor: 'a', created_at: now } as const;

/** The stored call, the read one, and whether they are equal. */
const changedCalls: [string, Fields, Fields, boolean][] = [
  ['it is new', {}, {}, true],
  ['it was resolved', { status: 'ok' }, {}, false],
  ['it was marked', { sending }, {}, false],
  ['it has the same mark', { sending }, { sending }, true],
  ['its mark has another deadline', { sending: { ...sending, until: later(60) } }, { sending }, false],
  ['it was marked again', { sending: { ...sending, attempts: 2 } }, { sending }, false],
  ['its attempt has ended', { sending: { ...sending, in_flight: false } }, { sending }, false],
  ['it was decided on', { decision }, {}, false],
  ['it has the same decision', { decision }, { decision }, true],
  [
    'it has the decision of another request',
    { decision: { ...decision, request_id: 's' } },
    { decision },
    false,
  ],
  ['its approval has lapsed', { lapsed_decisions: [lapsed] }, { decision }, false],
  ['it went back to its gate', { lapsed_decisions: [lapsed] }, {}, false],
  ['it had gone back to its gate', { lapsed_decisions: [lapsed] }, { lapsed_decisions: [lapsed] }, true],
  ['its outcome was reported', { outcome }, {}, false],
  ['its outcome had been reported', { outcome }, { outcome }, true],
];

/** The mark of a call, another one, and whether that renews it. */
const marks: [string, typeof sending, { by: string; until: Date }, boolean][] = [
  ['of the same attempt', sending, { by: 'one', until: later(30) }, true],
  ['of the same attempt with a later deadline', sending, { by: 'one', until: later(60) }, true],
  ['not with an earlier deadline', sending, { by: 'one', until: later(20) }, false],
  ['not of another attempt', sending, { by: 'other', until: later(60) }, false],
  [
    'not once the attempt has ended',
    { ...sending, in_flight: false },
    { by: 'one', until: later(60) },
    false,
  ],
];

const acts = turn({ calls: [judged(tool())] });
const answered = { status: 'failed' as const };

describe.each([
  ['in memory', memory],
  ['in MongoDB', mongodb],
])('a store of runs %s', (_, subject) => {
  it('of concurrent commits for the same run stores one, and all of it', async () => {
    const ports = subject();
    const before = await opened(ports);
    const inputs = [acts, turn({ message_id: randomUUID() }), { type: 'cancel_requested' } as const].map(
      (input) => changesOf(before, input),
    );
    const settled = await Promise.allSettled(
      inputs.map(async ({ changes }) => await ports.store.commit(changes)),
    );
    const won = settled.findIndex(({ status }) => status === 'fulfilled');
    const lost = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(lost).toHaveLength(2);
    for (const error of lost) expect(error).toBeInstanceOf(StaleWriteError);
    const ids = { run_id: before.run._id, thread_id: before.thread._id };
    const { run, thread: line, calls } = inputs[won]?.after ?? before;
    expect(await loadRun(ports.store, ids)).toEqual({ run, thread: line, calls });
  });

  it('reads what belongs to a run that is known, and the run as well if it has changed since', async () => {
    const ports = subject();
    const before = await opened(ports);
    const { changes, after } = changesOf(before, acts);
    await ports.store.commit(changes);
    const ids = { run_id: before.run._id, thread_id: before.thread._id, turn_count: 1 };
    const known = { ...after.run, cost: 7 };
    expect(await loadRun(ports.store, ids, known)).toEqual({ ...after, run: known });
    const ended = changesOf(after, { type: 'workflow_lost' });
    await ports.store.commit(ended.changes);
    const { run, thread: line } = ended.after;
    expect(await loadRun(ports.store, ids, known)).toMatchObject({ run, thread: line });
  });

  it('opens a run once', async () => {
    const ports = subject();
    const { run, thread: line } = await opened(ports);
    const again = openRun(
      { ...line, version: line.version - 1 },
      { run_id: run._id, message_id: randomUUID(), content: 'Hello?', origin: 'api', hold: 4 },
      around,
    );
    await expect(ports.store.commit(again, { opens: true })).rejects.toThrow(StaleWriteError);
    expect(await ports.store.findRun(run._id)).toEqual(run);
  });

  it('marks a call for one of two attempts, and again only for the same one while it is in flight', async () => {
    const { store, ...ports } = subject();
    const { changes, after } = changesOf(await opened({ store, ...ports }), acts);
    await store.commit(changes);
    const [call] = after.calls;
    if (call === undefined) throw new Error('the turn has a call');
    const mark = (by: string, seconds: number) =>
      store.markSending(call, { by, until: later(seconds), sent: undefined });
    const tried = { at: later(0), duration_ms: 5 };
    const first = await mark('one', 30);
    expect(first?.sending).toMatchObject({ attempts: 1, by: 'one', in_flight: true });
    expect(await mark('other', 40)).toBeNull();
    expect((await mark('one', 60))?.sending.until).toEqual(later(60));
    // The first of two requests for one mark may arrive last.
    expect(await mark('one', 30)).toBeNull();
    const renewed = await mark('one', 60);
    if (first === null || renewed === null) throw new Error('the call was marked');
    await store.markAttempted(first, answered, { mayHaveActed: true, tried });
    expect((await store.findCall(call.run_id, call._id))?.sending?.in_flight).toBe(true);
    await store.markAttempted(renewed, answered, { mayHaveActed: true, tried });
    expect(await mark('one', 90)).toBeNull();
    const ended = { in_flight: false, last: answered, sent: answered };
    expect((await store.findCall(call.run_id, call._id))?.sending).toMatchObject(ended);
  });

  it('settles no call that was marked since it was read, and marks none that is settled', async () => {
    const ports = subject();
    const { store } = ports;
    const { changes, after } = changesOf(await opened(ports), acts);
    await store.commit(changes);
    const [call] = after.calls;
    if (call === undefined) throw new Error('the turn has a call');
    const marked = await store.markSending(call, { by: 'one', until: later(30), sent: undefined });
    if (marked === null) throw new Error('the call was marked');
    const settled = {
      type: 'call_settled',
      tool_call_id: call._id,
      attempt: 1,
      resolution: answered,
    } as const;
    await expect(store.commit(changesOf(after, settled).changes)).rejects.toThrow(StaleWriteError);
    await store.commit(changesOf({ ...after, calls: [marked] }, settled).changes);
    expect(await store.markSending(marked, { by: 'one', until: later(60), sent: undefined })).toBeNull();
  });

  it('marks calls that are about to be sent at the same time, each by itself', async () => {
    const { store, ...ports } = subject();
    const three = turn({ calls: ['a', 'b', 'c', 'd', 'e'].map((id) => judged(tool(), { id })) });
    const acting = changesOf(await opened({ store, ...ports }), three);
    await store.commit(acting.changes);
    const effect = { key: randomUUID() };
    // The second and the third have the same effect, and the fourth is settled.
    const sets = [{}, { effect }, { effect }, { status: 'failed' as const }, {}];
    const changed = acting.after.calls.map((before, index) => ({ before, set: sets[index] ?? {} }));
    const { changes } = changesOf(acting.after, { type: 'cancel_requested' });
    await store.commit({ ...changes, calls: changed.filter(({ set }) => Object.keys(set).length > 0) });
    const calls = changed.map(({ before, set }) => ({ ...before, ...set, status: before.status }));
    const marked = await Promise.allSettled(
      calls.map((call) => store.markSending(call, { by: call._id, until: later(30), sent: undefined })),
    );
    const marks = marked.map((each) => (each.status === 'fulfilled' ? each.value?.sending.by : each.reason));
    const [first, second, , , last] = calls.map(({ _id }) => _id);
    expect(marks).toEqual([first, second, expect.any(EffectClaimedError), undefined, last]);
    const stored = await Promise.all(calls.map(({ run_id, _id }) => store.findCall(run_id, _id)));
    expect(stored.map((call) => call?.sending?.by)).toEqual([first, second, undefined, undefined, last]);
  });

  it.each(changedCalls)(
    'changes a call only if it is as it was read: %s',
    async (_what, changed, read, may) => {
      const ports = subject();
      const { run, call } = await acted(ports);
      const before = { ...call, ...read };
      const stored = { ...call, ...changed };
      expect(isAsRead(stored, before)).toBe(may);
      const writes = {
        commit: async (of: LoadedRun) =>
          await change(ports, of, before, { name: 'changed' }).then(() => true),
        mark: async () => {
          const mark = { by: 'another', until: later(90), sent: undefined };
          return (await ports.store.markSending(before, mark)) !== null;
        },
      };
      const next = await change(ports, run, call, { name: 'stored', ...changed });
      const marks = may && stored.status === 'pending';
      const refused = (error: unknown) => {
        expect(error).toBeInstanceOf(StaleWriteError);
        return false;
      };
      expect(await writes.commit(next).catch(refused)).toBe(may);
      expect(await writes.mark()).toBe(marks);
    },
  );

  it.each(marks)(
    '[tool-call.outcome-unknown.renewed-mark] renews a mark: %s',
    async (_what, sending, mark, isRenewal) => {
      const ports = subject();
      const { run, call } = await acted(ports);
      await change(ports, run, call, { sending });
      expect(isRenewed({ ...call, sending }, mark)).toBe(isRenewal);
      const marked = await ports.store.markSending(call, { ...mark, sent: undefined });
      expect(marked?.sending.until).toEqual(isRenewal ? mark.until : undefined);
      const stored = await ports.store.findCall(call.run_id, call._id);
      expect(stored?.sending).toEqual(isRenewal ? { ...sending, until: mark.until } : sending);
    },
  );

  it('lists the open runs of a workspace in the order of their ids, and keeps how far it was compared', async () => {
    const ports = subject();
    const { openRuns } = ports;
    const workspace_id = randomUUID();
    const runs = [];
    for (let made = 0; made < 4; made += 1) runs.push(await opened(ports, workspace_id));
    const [ended] = runs.splice(0, 1);
    if (ended === undefined) throw new Error('a run was opened');
    await ports.store.commit(changesOf(ended, { type: 'cancel' }).changes);
    await opened(ports);
    const open = runs.map(({ run }) => run._id).toSorted();
    const pages = [];
    for (const after of [undefined, open[1]])
      pages.push((await openRuns.next({ workspace_id, after, limit: 2 })).map(({ _id }) => _id));
    expect(pages).toEqual([open.slice(0, 2), open.slice(2)]);
    const all = [...open, ended.run._id, 'unknown'];
    expect((await openRuns.among(all)).toSorted()).toEqual(open);
    expect((await openRuns.notAmong(all)).toSorted()).toEqual([ended.run._id, 'unknown'].toSorted());
    expect(await openRuns.findRotation(workspace_id)).toBeNull();
    const listed = async () =>
      (await openRuns.findRotations()).filter((each) => each.workspace_id === workspace_id);
    expect(await listed()).toEqual([{ workspace_id }]);
    const rotation = { _id: workspace_id, after: open[1] ?? '', looked_at: now };
    await openRuns.keepRotations([rotation]);
    expect(await openRuns.findRotation(workspace_id)).toEqual(rotation);
    expect(await listed()).toEqual([{ workspace_id, rotation }]);
  });

  it('tells what was said on a thread before a run and since, and what the run has done', async () => {
    const ports = subject();
    const first = await opened(ports);
    const thread_id = first.thread._id;
    const opening = {
      run_id: randomUUID(),
      message_id: randomUUID(),
      content: 'And?',
      origin: 'api' as const,
    };
    const second = openRun(first.thread, { ...opening, hold: 4 }, around);
    await ports.store.commit(second, { opens: true });
    const stored = { ...first, thread: second.thread };
    const reply = changesOf(stored, turn({ text: 'Yes.', message_id: randomUUID() }));
    await ports.store.commit(reply.changes);
    const { conversations } = ports;
    const said = (messages: { content: string }[]) => messages.map(({ content }) => content);
    const [earlier, later_] = [first.run.seq, second.run.seq];
    expect(said(await conversations.before(thread_id, earlier, 9))).toEqual(['Hello?']);
    expect(said(await conversations.before(thread_id, later_, 9))).toEqual(['And?', 'Hello?']);
    expect(said(await conversations.before(thread_id, later_, 1))).toEqual(['And?']);
    expect(said(await conversations.since(thread_id, earlier, 9))).toEqual(['Yes.']);
    expect(said(await conversations.since(thread_id, later_, 9))).toEqual(['Yes.']);
    expect(await conversations.turns(first.run._id, 1000)).toMatchObject([
      { seq: 1, text: 'Yes.', calls: [] },
    ]);
    const { call } = await acted(ports);
    expect(await conversations.calls(call.run_id, 1000)).toMatchObject([
      { turn_seq: 1, index: 0, name: 'pay', status: 'pending' },
    ]);
  });

  it('returns what was said in a run as a process that stored it remembers it', async () => {
    const ports = subject();
    const recentTurns = new RecentTurns();
    const text = 'Let me see.';
    const reasoning = toJsonText({ provider: 'one', text: 'Hm.', parts: [] }) as never;
    const made = judged(tool({ redact: { args: ['/amount'] } }));
    const first = changesOf(await opened(ports), turn({ text, reasoning, calls: [made, judged()] }));
    await ports.store.commit(first.changes);
    for (const taken of first.changes.turns)
      recentTurns.note({ turns: [], calls: [] }, taken, first.after, now);
    let stored = first.after;
    const [paid, refused] = stored.calls.map(({ _id }) => _id);
    const result = toJsonText({ paid: true });
    for (const [tool_call_id = '', resolution] of [
      [paid, { status: 'ok' as const, result }],
      [refused, failure('host_error', 'No.')],
    ] as const) {
      const { changes, after } = changesOf(stored, { type: 'call_settled', tool_call_id, resolution });
      await ports.store.commit(changes);
      stored = after;
    }
    const { turns = [], calls = [] } = recentTurns.upTo(stored, now) ?? {};
    expect(turns).toMatchObject([{ seq: 1, text, reasoning }]);
    expect(calls).toMatchObject([{ result }, { status: 'failed' }]);
    const { conversations } = ports;
    expect(await conversations.turns(stored.run._id, 1000)).toMatchObject(turns);
    expect(await conversations.calls(stored.run._id, 1000)).toMatchObject(calls);
  });

  it('reserves credits while some are left, and stores nothing once none are', async () => {
    const ports = subject();
    const workspaceId = randomUUID();
    await ports.insertAccount(workspaceId);
    const account = await ports.funds.readAccount(workspaceId);
    const first = await opening(ports, workspaceId, { hold: 100 });
    await ports.store.commit(first, { opens: true, reservation: { account, amount: 100 } });
    expect(await ports.funds.available(workspaceId)).toBe(0);
    const second = await opening(ports, workspaceId, { hold: 1 });
    const refused = ports.store.commit(second, { opens: true, reservation: { account, amount: 1 } });
    await expect(refused).rejects.toMatchObject({ code: 'insufficient_credits' });
    expect(await ports.store.findRun(second.run._id)).toBeNull();
  });

  it('gives a reservation back if somebody else wrote first', async () => {
    const ports = subject();
    const workspaceId = randomUUID();
    await ports.insertAccount(workspaceId);
    const account = await ports.funds.readAccount(workspaceId);
    const [first, second] = await openingTwice(ports, workspaceId);
    const reservation = { account, amount: 30 };
    await ports.store.commit(first, { opens: true, reservation });
    const stale = ports.store.commit(second, { opens: true, reservation });
    await expect(stale).rejects.toThrow(StaleWriteError);
    expect(await ports.funds.available(workspaceId)).toBe(70);
  });

  it('says what paused runs of a workspace hold', async () => {
    const ports = subject();
    const workspaceId = randomUUID();
    const asks = turn({ calls: [judged(tool({ interaction: 'interactive' }))] });
    await ports.store.commit(changesOf(await opened(ports, workspaceId), asks).changes);
    await opened(ports, workspaceId);
    expect(await ports.funds.heldByPausedRuns(workspaceId, 100)).toBe(4);
  });

  it('removes the entry of the outbox that is named, and no later one', async () => {
    const { store, outboxStore, ...ports } = subject();
    const before = await opened({ store, outboxStore, ...ports });
    const entry = before.run.outbox;
    if (entry === undefined) throw new Error('a run that was opened has an entry');
    const { changes } = changesOf(before, { type: 'cancel_requested' });
    await store.commit(changes);
    await outboxStore.removeDelivered([{ run_id: before.run._id, entry }]);
    expect(await store.findRun(before.run._id)).toEqual(changes.run);
    if (changes.run.outbox === undefined) throw new Error('a cancellation has an entry');
    await outboxStore.removeDelivered([{ run_id: before.run._id, entry: changes.run.outbox }]);
    expect((await store.findRun(before.run._id))?.outbox).toBeUndefined();
  });

  it.each(['command', 'reply'] as const)(
    'may be asked again after a commit of which it lost the %s',
    async (lost) => {
      const ports = subject();
      const before = await opened(ports);
      const { changes, after } = changesOf(before, turn({ message_id: randomUUID() }));
      ports.loseCommit(lost);
      // The driver may retry by itself. A retry after the commit took effect learns of a concurrent write.
      const failures: unknown[] = [];
      for (let asked = 0; asked < 2; asked += 1) {
        await ports.store.commit(changes).catch((error: unknown) => failures.push(error));
      }
      expect(failures.length).toBeGreaterThan(0);
      expect(failures.filter((failure) => !ports.store.isOutage(failure))).toEqual([]);
      const ids = { run_id: before.run._id, thread_id: before.thread._id };
      expect((await loadRun(ports.store, ids))?.run).toEqual(after.run);
    },
  );
});
