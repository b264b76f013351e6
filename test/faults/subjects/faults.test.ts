import { expect, it } from 'vitest';
import { RequestLog } from '#api/http/middleware/request-log.ts';
import { createLogger } from '#process/config/logger.ts';
import type { CreatedThread } from '#contract/thread.ts';
import { erasureWorkflowId } from '#contract/temporal/names.ts';
import { eraseData } from '#store/subjects/erase-data.ts';
import { markThreads, noteErasureAlive, refuseIfErased } from '#store/erasures/erasures.ts';
import type { Database } from '#store/mongo/database.ts';
import { newId } from '#store/mongo/ids.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { documentsWith, erase, erased } from '../../support/erasures.ts';
import { withKey } from '../../support/idempotency.ts';
import { startService } from '../../support/service.ts';
import { sweepingOf } from '../../support/sweeping.ts';
import { requestRecord } from '../../support/request-record.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';

/** Erasures need a worker to continue. */
const service = perFile(startService);
const idle = perFile(() => startService({ worker: false }));

async function begin(client: ApiClient, subject: string): Promise<string> {
  const { status, data } = await erase(client, subject);
  expect(status).toBe(202);
  return data.id;
}

it('[erasure.once] [erasure.refuses-new-work] while a subject is erased it begins nothing, others do, and the erasure is answered again', async () => {
  const { client } = await idle.workspace({ subject: 'ada' });
  const agent_id = (await publishScripted(client)).id;
  const thread = await startThread(client, agent_id);
  const id = await begin(client, 'ada');
  expect(await begin(client, 'ada')).toBe(id);
  const refused = [
    await client.post(`/v1/loom/threads/${thread}/messages`, { content: 'Hello' }),
    await client.post('/v1/loom/threads', { agent_id }),
    await client.ofWorkspace().post('/v1/loom/threads', { agent_id, subject_ref: 'ada' }),
  ];
  for (const answer of refused) {
    expect([...verdict(answer), answer.error.details]).toEqual([409, 'erasure_running', { erasure_id: id }]);
  }
  expect(await idle.db.threads.countDocuments({ subject_ref: 'ada' })).toBe(1);
  expect(await idle.db.runs.countDocuments({ subject_ref: 'ada' })).toBe(0);
  const bob = client.as('bob');
  expect((await bob.post('/v1/loom/threads', { agent_id })).status).toBe(201);
});

it('[erasure.refuses-new-work] a message that has read its thread before the erasure begins is refused too, and threads that the request did not come to are marked by the worker', async () => {
  const { id: workspace_id, client } = await idle.workspace({ subject: 'ada' });
  const thread = await startThread(client, (await publishScripted(client)).id);
  const read = await idle.db.threads.findOne({ _id: thread });
  const erasure_id = await begin(client, 'ada');
  const marked = await idle.db.threads.findOne({ _id: thread });
  expect(marked).toEqual({ ...read, erasure_id, version: (read?.version ?? 0) + 1 });
  await idle.db.threads.updateOne({ _id: thread }, { $unset: { erasure_id: '' } });
  await markThreads(idle.db, await current(erasure_id, idle.db), () => true);
  const answer = await client.post(`/v1/loom/threads/${thread}/messages`, { content: 'Hello' });
  expect(verdict(answer)).toEqual([409, 'erasure_running']);
  expect(await idle.db.runs.countDocuments({ workspace_id })).toBe(0);
});

it('[erasure.refuses-new-work] a subject that was erased may begin anew, but nothing that was begun before is stored after', async () => {
  const { id: workspace_id, client } = await service.workspace({ subject: 'ada' });
  const agent = await publishScripted(client);
  const begunBefore = newId();
  await erased(client, await begin(client, 'ada'));
  const subject = { workspace_id, subject_ref: 'ada' };
  await expect(refuseIfErased(service.db, subject, begunBefore)).rejects.toMatchObject({
    code: 'erasure_running',
  });
  const thread = await startThread(client, agent.id);
  expect(await converse(client, thread, 'Hello')).toMatchObject({ state: 'closed' });
  const simultaneous = await Promise.all([1, 2, 3].map(async () => await begin(client, 'ada')));
  for (const again of simultaneous) await erased(client, again);
  const left = [...(await documentsWith(service.db, thread)).keys()];
  expect(left.filter((key) => !/^(requests|watched_threads) /.test(key))).toEqual([]);
  expect((await client.get(`/v1/loom/threads/${thread}`)).status).toBe(404);
});

it('[erasure.swept] an erasure that Temporal was not told of, or whose workflow was ended from outside, is started by the sweep', async () => {
  const { id: workspace_id, client } = await idle.workspace({ subject: 'ada' });
  const id = await begin(client, 'ada');
  const workflow = idle.temporal.workflow.getHandle(erasureWorkflowId(id));
  await workflow.terminate('by an operator');
  const { sweep, close } = sweepingOf(idle);
  const dueAt = async (due_at: Date) =>
    await idle.db.erasures.updateMany({ workspace_id }, { $set: { due_at } });
  // The request may still be about to start it.
  await dueAt(new Date(Date.now() + 3_600_000));
  await sweep();
  expect((await workflow.describe()).status.name).toBe('TERMINATED');
  await dueAt(new Date(0));
  await sweep();
  await close();
  expect((await workflow.describe()).status.name).toBe('RUNNING');
});

it('[erasure.swept] an open workflow that has made no progress for too long is replaced, and the new one gets as long', async () => {
  const { id: workspace_id, client } = await idle.workspace({ subject: 'ada' });
  const id = await begin(client, 'ada');
  const execution = async () =>
    (await idle.temporal.workflow.getHandle(erasureWorkflowId(id)).describe()).runId;
  const first = await execution();
  const { sweep, close } = sweepingOf(idle);
  await idle.db.erasures.updateMany({ workspace_id }, { $set: { due_at: new Date(0) } });
  await sweep();
  const second = await execution();
  await sweep();
  await close();
  expect(second).not.toBe(first);
  expect(await execution()).toBe(second);
  const old = idle.temporal.workflow.getHandle(erasureWorkflowId(id), first);
  expect((await old.describe()).status.name).toBe('TERMINATED');
});

it('[erasure.everything] a record that the store was away for until its subject was erased is not stored any more', async () => {
  const { id: workspace_id, client } = await service.workspace({ subject: 'ada' });
  await erased(client, await begin(client, 'ada'));
  const [late, others, later] = [newId(), newId(), newId()];
  const log = new RequestLog(service.db, createLogger('api', 'silent'));
  const before = new Date(Date.now() - 60_000);
  log.add({
    ...requestRecord({ _id: late, workspace_id, subject_ref: 'ada' }),
    created_at: before,
  });
  await log.flush();
  log.add({ ...requestRecord({ _id: others, workspace_id, subject_ref: 'bob' }), created_at: before });
  log.add(requestRecord({ _id: later, workspace_id, subject_ref: 'ada' }));
  await log.close();
  const stored = await service.db.requests.find({ _id: { $in: [late, others, later] } }).toArray();
  expect(stored.map(({ _id }) => _id).toSorted()).toEqual([others, later].toSorted());
});

class Killed extends Error {}

/** A database whose process dies after one of the writes of an erasure, and so before the next one. */
function dyingAfter(db: Database, at: number): Database {
  let count = 0;
  const dying = (collection: object) =>
    new Proxy(collection, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        if (name !== 'deleteMany' && name !== 'updateOne') return member.bind(target) as unknown;
        return async (...args: unknown[]) => {
          count += 1;
          const result: unknown = await (member.apply(target, args) as Promise<unknown>);
          if (count === at) throw new Killed();
          return result;
        };
      },
    });
  return new Proxy(db, {
    get(target, name) {
      const member = target[name as keyof Database];
      const isCollection = typeof member === 'object' && 'deleteMany' in member;
      return isCollection ? dying(member) : member;
    },
  });
}

it('[erasure.goes-on] a worker that dies after any write of an erasure leaves nothing that the next one does not find', async () => {
  const { id: workspace_id, client } = await service.workspace();
  const agent = await publishScripted(client);
  const work = { isOver: () => false, notify: async () => await Promise.resolve() };
  /** The number of the write that the last one died at; none when it did not come to it. */
  let last = 0;
  for (let at = 1, died = true; died; at += 1) {
    const subject_ref = `subject-${at}`;
    const subject = client.as(subject_ref);
    const { data } = await withKey(subject).post<CreatedThread>('/v1/loom/threads', { agent_id: agent.id });
    await converse(subject, data.id, '/call unknown {}\n---\n/say Done.');
    const erasure = {
      _id: newId(),
      workspace_id,
      subject_ref,
      subject_name: subject_ref,
      created_at: new Date(),
    };
    await service.db.erasures.insertOne(erasure);
    died = await eraseData(dyingAfter(service.db, at), erasure, work).then(
      () => false,
      (error: unknown) => {
        if (!(error instanceof Killed)) throw error;
        return true;
      },
    );
    // The next process dies as well.
    await eraseData(dyingAfter(service.db, 2), await current(erasure._id), work).catch(() => {});
    expect(await eraseData(service.db, await current(erasure._id), work)).toBe(true);
    const left = [...(await documentsWith(service.db, data.id)).keys()];
    const kept = /^(requests|watched_threads) /;
    expect({ at, left: left.filter((key) => !kept.test(key)) }).toEqual({ at, left: [] });
    last = at;
  }
  expect(last).toBeGreaterThan(8);
});

async function current(id: string, db = service.db) {
  const erasure = await noteErasureAlive(db, id);
  if (erasure === null) throw new Error('the erasure is completed');
  return erasure;
}

it('[erasure.goes-on] an erasure that is given little time at once comes to its end all the same', async () => {
  const { id: workspace_id, client } = await service.workspace({ subject: 'ada' });
  const agent = await publishScripted(client);
  for (let count = 0; count < 25; count += 1) await startThread(client, agent.id);
  const erasure = {
    workspace_id,
    subject_ref: 'ada',
    subject_name: 'ada',
    created_at: new Date(),
  };
  const _id = newId();
  await service.db.erasures.insertOne({ _id, ...erasure });
  const work = { isOver: () => true, notify: async () => await Promise.resolve() };
  let rounds = 1;
  while (!(await eraseData(service.db, await current(_id), work))) rounds += 1;
  expect(rounds).toBeGreaterThan(2);
  expect(await service.db.threads.countDocuments({ workspace_id })).toBe(0);
});
