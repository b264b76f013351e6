import { expect, it } from 'vitest';
import { toJsonText } from '#contract/json-text.ts';
import type { Thread } from '#contract/thread.ts';
import type { ThreadDocument } from '#engine/documents/thread.ts';
import { newId } from '#store/mongo/ids.ts';
import { withPauses } from '#store/threads/shown-pauses.ts';
import { actingPatch } from '../../support/acting.ts';
import { pendingCall, report, startActing, threadOf } from '../../support/acting-run.ts';
import { converse, settled } from '#clients/raw/conversation.ts';
import {
  pause as pauseFor,
  run as runOf,
  thread as threadWith,
  threadPause,
} from '../../support/rules/documents.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const patches = [actingPatch('sign', { interaction: 'proposed_action' })];
const long = 'x'.repeat(20_000);
const sign = `/call sign {"to":"${long}"}`;

it('[thread.pauses.bounded] the document of a thread does not grow with the arguments of the calls that its runs wait with', async () => {
  const { client, thread } = await startActing(service, { patches });
  const first = await converse(client, thread, sign);
  const second = await converse(client, thread, sign);
  const stored = await service.db.threads.findOne({ _id: thread });
  expect(stored?.pauses.map(({ run_id }) => run_id)).toEqual([first.id, second.id]);
  for (const pause of stored?.pauses ?? []) expect(JSON.stringify(pause).length).toBeLessThan(500);
  expect((await threadOf(client, thread)).pending_action).toMatchObject({
    run_id: first.id,
    args: { to: long },
  });
  await report(client, first.id, await pendingCall(client, thread));
  await settled(client, first.id);
  expect((await threadOf(client, thread)).pending_action?.run_id).toBe(second.id);
});

const agent = { id: `agent_${'0'.repeat(32)}`, key: 'key', name: 'Agent' };

/** Stores a thread with runs that are paused and show this much. */
async function storePaused(workspace_id: string, texts: string[]) {
  const ids = { _id: newId(), workspace_id };
  const pauses = texts.map((text) => {
    const [run_id, tool_call_id, at] = [newId(), newId(), new Date().toISOString()];
    const shown = {
      run_id,
      tool_call_id,
      patch_ref: 'sign@1',
      args: { text },
      created_at: at,
      expires_at: at,
    };
    return pauseFor('outcome', {
      run_id,
      tool_call_id,
      patch_ref: 'sign@1',
      created_at: new Date(at),
      ttl_seconds: 3600,
      shown: toJsonText(shown),
    });
  });
  await service.db.runs.insertMany(
    pauses.map((pause, index) =>
      runOf({
        _id: pause.run_id,
        workspace_id,
        thread_id: ids._id,
        subject_ref: 'ada',
        agent,
        state: 'awaiting_outcome',
        paused_at: pause.created_at,
        pauses: [pause],
        seq: index + 1,
      }),
    ),
  );
  const stored = pauses.map((pause) => threadPause(pause));
  const thread = threadWith({ ...ids, agent, subject_ref: 'ada', active_runs: [], pauses: stored });
  await service.db.threads.insertOne(thread);
  return { thread, pauses };
}

it('[thread.pauses.bounded] [pagination.page-size] a page of threads ends before what their runs show is larger than 512 KiB', async () => {
  const { client, id } = await service.workspace({ subject: 'ada' });
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const { thread } = await storePaused(id, [`${count}${'x'.repeat(200_000)}`]);
    made.unshift(thread._id);
  }
  const first = await client.get<Thread[]>('/v1/loom/threads');
  expect(first.data.map((listed) => listed.id)).toEqual(made.slice(0, 2));
  expect(first.data.map(({ pending_action }) => String(pending_action?.args['text'])[0])).toEqual(['4', '3']);
});

it('[thread.pauses.bounded] threads without pauses take no further query, and any number with pauses take one', async () => {
  const { db } = service;
  const stored = [await storePaused('counted', ['a']), await storePaused('counted', ['b', 'c'])];
  const [one, both] = stored;
  if (one === undefined || both === undefined) throw new Error('nothing is stored');
  const quiet = { thread: { ...one.thread, _id: newId(), pauses: [] } };
  const sent: string[] = [];
  const listen = ({ commandName }: { commandName: string }) => sent.push(commandName);
  db.client.on('commandStarted', listen);
  const read = (threads: { thread: ThreadDocument }[]) =>
    withPauses(
      db,
      threads.map(({ thread }) => thread),
      new Date(),
      { to: 'workspace' },
    );
  expect((await read([quiet])).map(({ pauses }) => pauses)).toEqual([[]]);
  expect(sent.filter((name) => name === 'find')).toEqual([]);
  const shown = await read([...stored, quiet]);
  expect(sent.filter((name) => name === 'find')).toHaveLength(1);
  db.client.off('commandStarted', listen);
  const idsOf = (pauses: { tool_call_id: string }[]) => pauses.map(({ tool_call_id }) => tool_call_id);
  expect(shown.map(({ pauses }) => idsOf(pauses))).toEqual([
    idsOf(one.pauses),
    idsOf(both.pauses.slice(0, 1)),
    [],
  ]);
  expect(shown[0]?.pauses[0]?.content).toMatchObject({ args: { text: 'a' } });
});

it('[thread.list.oldest-pause] a run that goes on while its thread is read is not taken for one that waits, and the next one is shown', async () => {
  const { thread, pauses } = await storePaused('racing', ['first', 'second']);
  const [first, second] = pauses;
  // The thread was read before.
  await service.db.runs.updateOne({ _id: first?.run_id ?? '' }, { $unset: { pauses: '', paused_at: '' } });
  await service.db.threads.updateOne({ _id: thread._id }, { $pop: { pauses: -1 } });
  const [shown] = await withPauses(service.db, [thread], new Date(), { to: 'workspace' });
  expect(shown?.pauses).toMatchObject([{ tool_call_id: second?.tool_call_id }]);
});
