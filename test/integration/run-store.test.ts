import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { LoadedRun } from '#engine/documents/run.ts';
import { type RunStore, StaleWriteError } from '#engine/ports/run-store.ts';
import type { OutboxStore } from '#engine/ports/outbox-store.ts';
import { advance } from '#engine/rules/advance.ts';
import { openRun } from '#engine/rules/message.ts';
import { loadRun } from '#engine/steps/load-run.ts';
import type { Database } from '#store/mongo/database.ts';
import { runPorts } from '#store/runs/run-ports.ts';
import { MemoryStore } from '../simulation/store/memory-store.ts';
import { Outage, storePorts } from '../simulation/store/store-ports.ts';
import { type MongodbProxy, startMongodbProxy } from '../support/mongodb-proxy/mongodb-proxy.ts';
import { dropDatabase, openDatabaseOn } from '../support/open-database.ts';
import { judged, later, now, thread, tool, turn } from '../support/rules/documents.ts';

/** A store under the contract of its port, with what the tests need beside that. */
interface Subject {
  store: RunStore;
  outboxStore: OutboxStore;
  insertThread: (id: string) => Promise<void>;
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
    ...runPorts(db),
    insertThread: async (_id) => void (await db.threads.insertOne(newThread(_id))),
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
    () => 0,
  );
  return {
    ...ports,
    insertThread: async (_id) => void tables.tables.threads.set(_id, newThread(_id)),
    loseCommit: (next) => {
      lost = next;
    },
  };
}

function newThread(_id: string) {
  return thread({ _id, active_runs: [], message_count: 0, last_seq: 0, last_event_seq: 0 });
}

const around = { now, newId: randomUUID };

/** A run that was just opened on a thread of its own. */
async function opened({ store, insertThread }: Subject): Promise<LoadedRun> {
  const [thread_id, run_id] = [randomUUID(), randomUUID()];
  await insertThread(thread_id);
  const opening = { run_id, message_id: randomUUID(), content: 'Hello?', origin: 'api' as const, hold: 4 };
  const changes = openRun(newThread(thread_id), opening, around);
  await store.commit(changes, { opens: true });
  return { run: changes.run, thread: changes.thread, calls: [] };
}

function changesOf(stored: LoadedRun, input: Parameters<typeof advance>[1]) {
  const outcome = advance(stored, input, around);
  if (outcome.outcome !== 'changed') throw new Error(`nothing changes: ${outcome.outcome}`);
  return outcome;
}

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
    const first = await mark('one', 30);
    expect(first?.sending).toMatchObject({ attempts: 1, by: 'one', in_flight: true });
    expect(await mark('other', 40)).toBeNull();
    expect((await mark('one', 60))?.sending.until).toEqual(later(60));
    // Of two requests for one mark, the first may arrive last.
    expect(await mark('one', 30)).toBeNull();
    const renewed = await mark('one', 60);
    if (first === null || renewed === null) throw new Error('the call was marked');
    await store.markAttempted(first, answered, { mayHaveActed: true });
    expect((await store.findCall(call.run_id, call._id))?.sending?.in_flight).toBe(true);
    await store.markAttempted(renewed, answered, { mayHaveActed: true });
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

  it('changes no call that went back to its gate since it was read', async () => {
    const ports = subject();
    const { store } = ports;
    const { changes, after } = changesOf(await opened(ports), acts);
    await store.commit(changes);
    const [call] = after.calls;
    if (call === undefined) throw new Error('the turn has a call');
    const approval = { decision: 'approve', actor: 'a', request_id: 'r', created_at: now } as const;
    const lapse = async (stored: LoadedRun, before: typeof call) => {
      const next = changesOf(stored, { type: 'cancel_requested' });
      const lapsed_decisions = [...(before.lapsed_decisions ?? []), { ...approval, lapsed_at: now }];
      await store.commit({ ...next.changes, calls: [{ before, set: { lapsed_decisions } }] });
      return next.after;
    };
    const lapsed = await lapse(after, call);
    await expect(lapse(lapsed, call)).rejects.toThrow(StaleWriteError);
    const again = await store.findCall(call.run_id, call._id);
    await lapse(lapsed, again ?? call);
    expect((await store.findCall(call.run_id, call._id))?.lapsed_decisions).toHaveLength(2);
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
      // The driver may ask again by itself. Whoever asks after the commit took effect learns that somebody wrote first.
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
