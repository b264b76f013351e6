import { expect, it } from 'vitest';
import { toJsonText } from '#contract/json-text.ts';
import { dataOf } from '#store/events/events.ts';
import { replyText } from '#engine/rules/reply-text.ts';
import { replyId } from '#engine/documents/derived-ids.ts';
import type { DeltaDocument } from '#store/documents/delta.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import { FollowedReplies } from '#store/streaming/followed-replies.ts';

const run_id = '0192f6c1-0000-7000-8000-000000000002';

function event(type: EventDocument['type'], data: Record<string, unknown>): EventDocument {
  return {
    _id: 'evt',
    workspace_id: 'w',
    type,
    created_at: new Date(0),
    seq: 1,
    origin: 'api',
    source: { kind: 'run', id: run_id },
    context: { workspace_id: 'w' },
    run_id,
    thread_id: 't',
    thread_seq: 7,
    data: toJsonText(data),
  };
}

function delta(take: string, offset: number, text: string, index = 0): DeltaDocument {
  const { thread_seq: _none, ...envelope } = event('message.delta', { message_id: 'm', index, text });
  return { ...envelope, seq: null, take, offset };
}

const stored = (text: string) => delta('', 0, text);
const completed = (content: string) => event('message.completed', { id: 'm', content });
/** Index and text of what a follower gets, or what it gets instead. */
const told = (given: EventDocument | 'missing' | undefined) =>
  typeof given === 'object' ? [dataOf(given)['index'], dataOf(given)['text']] : given;

it('[event.deltas.one-message] a follower from the start gets each delta as it was made', () => {
  const replies = new FollowedReplies();
  const deltas = [delta('a', 0, 'one'), delta('a', 3, ' two', 1)];
  expect(deltas.map((each) => replies.take(each))).toEqual(deltas);
});

it('[event.stream.text-so-far] who joins gets the text so far as index 0, then what is new, counted on from there', () => {
  const [first, joined] = [new FollowedReplies(), new FollowedReplies()];
  const get = (given: DeltaDocument) => [told(first.take(given)), told(joined.take(given))];
  first.take(delta('a', 0, 'one', 0));
  expect(get(delta('a', 3, ' two', 1))).toEqual([[1, ' two'], 'missing']);
  expect(get(delta('a', 0, 'one two three', 2))).toEqual([
    [2, ' three'],
    [0, 'one two three'],
  ]);
  expect(get(delta('a', 0, 'one two three', 3))).toEqual([undefined, undefined]);
  expect(get(delta('a', 13, ' four', 3))).toEqual([
    [3, ' four'],
    [1, ' four'],
  ]);
});

it('[event.stream.text-so-far] what was read from turns is continued by what a worker sends', () => {
  const replies = new FollowedReplies();
  expect(told(replies.read(stored('one')))).toEqual([0, 'one']);
  expect(told(replies.read(stored('one')))).toBeUndefined();
  expect(told(replies.take(delta('a', 3, '\n\ntwo', 4)))).toBe('missing');
  expect(told(replies.take(delta('a', 0, 'one\n\ntwo', 4)))).toEqual([1, '\n\ntwo']);
  expect(told(replies.read(stored('one')))).toBeUndefined();
  expect(told(replies.take(delta('a', 8, ' three', 5)))).toEqual([2, ' three']);
});

it('[event.deltas.start-over] another take continues what is the same, and starts over what is not', () => {
  const replies = new FollowedReplies();
  replies.take(delta('a', 0, 'one'));
  expect(told(replies.take(delta('b', 0, 'one\n\ntwo')))).toEqual([1, '\n\ntwo']);
  expect(told(replies.take(delta('c', 0, 'one\n\nthree')))).toEqual([0, 'one\n\nthree']);
  expect(told(replies.take(delta('c', 10, '!', 1)))).toEqual([1, '!']);
  expect(told(replies.take(delta('d', 0, 'on')))).toEqual([0, 'on']);
});

it('[event.deltas.one-message] a delta that was lost is missed at the next one, and made up for', () => {
  const replies = new FollowedReplies();
  replies.take(delta('a', 0, 'one'));
  expect(told(replies.take(delta('a', 7, ' three', 2)))).toBe('missing');
  expect(told(replies.take(delta('a', 0, 'one two three', 3)))).toEqual([1, ' two three']);
});

it('[event.deltas.one-message] before the message is completed comes what is left of it', () => {
  const replies = new FollowedReplies();
  replies.take(delta('a', 0, 'one'));
  const rest = replies.before(completed('one two'));
  expect(told(rest)).toEqual([1, ' two']);
  expect(rest).toMatchObject({ type: 'message.delta', seq: null, run_id });
  expect(dataOf(rest as EventDocument)).toMatchObject({ message_id: 'm' });
  expect(rest?._id).toMatch(/^evt_[0-9a-f]{32}$/);
  expect(rest).not.toHaveProperty('thread_seq');
  // Late, and of a message that is whole.
  expect(replies.take(delta('a', 3, ' two', 1))).toBeUndefined();
  expect(replies.take(delta('b', 0, 'one two'))).toBeUndefined();
});

it('[event.deltas.start-over] a message that is not what was streamed starts over before it is completed', () => {
  const replies = new FollowedReplies();
  replies.take(delta('a', 0, 'one'));
  expect(told(replies.before(completed('two')))).toEqual([0, 'two']);
});

it('[event.deltas.before-completed] a message of which no delta arrived is sent as one, and only once', () => {
  const replies = new FollowedReplies();
  const rest = replies.before(completed('one two'));
  expect(told(rest)).toEqual([0, 'one two']);
  expect(dataOf(rest as EventDocument)).toEqual({ message_id: replyId(run_id), index: 0, text: 'one two' });
  expect(replies.take(delta('a', 0, 'one'))).toBeUndefined();
  const blocks = new FollowedReplies();
  const parts = [{ type: 'text', text: 'one' }];
  expect(told(blocks.before(event('message.block', { content: 'one', parts })))).toEqual([0, 'one']);
  expect(blocks.before(event('message.completed', { id: 'm', content: 'one', parts }))).toBeUndefined();
});

it('[event.deltas.before-completed] of a message without words, and of a run that ended without one, no delta comes any more', () => {
  const parts = [{ type: 'data', kind: 'table', payload: {} }];
  const silent = new FollowedReplies();
  expect(silent.before(event('message.block', { content: '[table]', parts }))).toBeUndefined();
  const failing = new FollowedReplies();
  failing.take(delta('a', 0, 'one'));
  expect(failing.before(event('run.failed', {}))).toBeUndefined();
  expect(failing.take(delta('a', 0, 'one two'))).toBeUndefined();
  expect(failing.read(stored('one'))).toBeUndefined();
});

it('[event.deltas.before-completed] a follower that may have lost anything starts every reply over', () => {
  const replies = new FollowedReplies();
  replies.take(delta('a', 0, 'one'));
  replies.forget(run_id);
  expect(told(replies.take(delta('a', 3, ' two', 1)))).toBe('missing');
  expect(told(replies.take(delta('a', 0, 'one two', 1)))).toEqual([0, 'one two']);
  replies.before(completed('one two three'));
  replies.forget(run_id);
  expect(told(replies.before(completed('one two three')))).toEqual([0, 'one two three']);
});

it('[event.deltas.one-message] [event.deltas.before-completed] whatever is lost, repeated or asked for, the deltas from the latest index 0 on are the message', () => {
  // Deterministic: a small generator instead of Math.random.
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 300; round += 1) {
    const replies = new FollowedReplies();
    let shown = '';
    let next = 0;
    const get = (given: EventDocument | 'missing' | undefined) => {
      if (typeof given !== 'object') return given;
      const [index, text] = [dataOf(given)['index'], dataOf(given)['text'] as string];
      expect(index === 0 || index === next).toBe(true);
      shown = index === 0 ? text : shown + text;
      next = (index as number) + 1;
      return undefined;
    };
    const turns: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      for (let attempt = random(3); attempt >= 0; attempt -= 1) {
        const take = `${round} ${turn} ${attempt}`;
        let said = replyText([...turns, '']);
        let offset = 0;
        for (let piece = 0; piece < 5; piece += 1) {
          said += piece === 0 && said !== '' ? '\n\nword' : ` ${random(10)}`;
          const part = delta(take, offset, said.slice(offset));
          offset = said.length;
          if (random(4) === 0) continue;
          if (get(replies.take(part)) === 'missing' || random(5) === 0)
            get(replies.take(delta(take, 0, said)));
          if (random(9) === 0) get(replies.read(stored(replyText(turns))));
        }
        if (attempt === 0) turns.push(said.slice(replyText(turns).length).replace(/^\n\n/, ''));
      }
    }
    get(replies.before(completed(replyText(turns))));
    expect(shown).toBe(replyText(turns));
  }
});

it('[reply-schema.no-json-in-deltas] the rest that a follower gets of a reply with parts is that of its words', () => {
  const replies = new FollowedReplies();
  replies.take(delta('a', 0, 'I will'));
  const parts = [
    { type: 'text', text: 'I will look.' },
    { type: 'data', kind: 'reply', payload: { total: 5 } },
  ];
  const content = 'I will look.\n\n{"total":5}';
  expect(told(replies.before(event('message.block', { content, parts })))).toEqual([1, ' look.']);
  expect(told(replies.before(event('message.completed', { id: 'm', content, parts })))).toBeUndefined();
});
