import { expect, it } from 'vitest';
import type { MessageDocument } from '#engine/documents/message.ts';
import { RememberedConversations } from '#store/mongo/remembered-conversations.ts';

function message(seq: number, thread_id = 'thread'): MessageDocument {
  const content = `message ${seq}`;
  return {
    _id: `${seq}`,
    thread_id,
    workspace_id: 'w',
    role: 'user',
    content,
    seq,
    run_id: 'run',
  } as MessageDocument;
}

const seqs = (known: { seq: number }[] | undefined) => known?.map(({ seq }) => seq);

it('[message.remembered] knows a thread that this process has stored from its first message on', () => {
  const conversations = new RememberedConversations();
  conversations.stored([message(1)]);
  conversations.stored([message(3), message(2)]);
  expect(seqs(conversations.upTo('thread', 3, 100))).toEqual([3, 2, 1]);
  expect(conversations.upTo('thread', 3, 100)?.[0]).toEqual({
    role: 'user',
    content: 'message 3',
    seq: 3,
    run_id: 'run',
  });
  expect(seqs(conversations.upTo('thread', 2, 100))).toEqual([2, 1]);
  expect(seqs(conversations.upTo('thread', 3, 2))).toEqual([3, 2]);
  expect(conversations.upTo('thread', 4, 100)).toBeUndefined();
  expect(conversations.upTo('another', 1, 100)).toBeUndefined();
});

it('[message.remembered] adds what it stores to what it has read', () => {
  const conversations = new RememberedConversations();
  conversations.read('thread', 7, 3, [message(7), message(6), message(5)]);
  conversations.stored([message(8)]);
  expect(seqs(conversations.upTo('thread', 8, 4))).toEqual([8, 7, 6, 5]);
  expect(conversations.upTo('thread', 8, 5)).toBeUndefined();
});

it('[message.remembered] knows what came before messages that another process has stored, if that reaches as far', () => {
  const conversations = new RememberedConversations();
  conversations.read('thread', 7, 3, [message(7), message(6), message(5)]);
  expect(seqs(conversations.before('thread', 9, 5))).toEqual([7, 6, 5]);
  expect(seqs(conversations.before('thread', 9, 4))).toEqual([7, 6]);
  expect(conversations.before('thread', 9, 6)).toBeUndefined();
  expect(conversations.before('thread', 7, 3)).toBeUndefined();
  expect(conversations.before('thread', 30, 3)).toBeUndefined();
  expect(conversations.before('another', 9, 5)).toBeUndefined();
});

it('[message.remembered] forgets a thread on which another process has stored a message', () => {
  const conversations = new RememberedConversations();
  conversations.stored([message(1), message(2)]);
  conversations.stored([message(4)]);
  expect(conversations.upTo('thread', 4, 100)).toBeUndefined();
  expect(conversations.upTo('thread', 2, 100)).toBeUndefined();
  conversations.stored([message(5)]);
  expect(conversations.upTo('thread', 5, 1)).toBeUndefined();
});

it('[message.remembered] is not set back by what was read earlier, or stored again', () => {
  const conversations = new RememberedConversations();
  conversations.stored([message(1), message(2), message(3)]);
  conversations.read('thread', 1, 100, [message(1)]);
  conversations.stored([message(2)]);
  expect(seqs(conversations.upTo('thread', 3, 100))).toEqual([3, 2, 1]);
});

it('[message.remembered] forgets a thread of which a message takes the position of another one', () => {
  const conversations = new RememberedConversations();
  conversations.stored([message(1), message(2), message(3)]);
  conversations.stored([{ ...message(2), run_id: 'of a restored store' }]);
  expect(conversations.upTo('thread', 2, 100)).toBeUndefined();
  expect(conversations.upTo('thread', 3, 100)).toBeUndefined();
});

it('[message.remembered] does not remember a read that lacks a message', () => {
  const conversations = new RememberedConversations();
  conversations.read('thread', 3, 100, [message(2), message(1)]);
  expect(conversations.upTo('thread', 3, 100)).toBeUndefined();
  conversations.read('thread', 3, 2, [message(3), message(2)]);
  expect(seqs(conversations.upTo('thread', 3, 2))).toEqual([3, 2]);
});

it('[message.remembered] keeps the latest messages of a thread only', () => {
  const conversations = new RememberedConversations(3);
  for (let seq = 1; seq <= 5; seq += 1) conversations.stored([message(seq)]);
  expect(seqs(conversations.upTo('thread', 5, 3))).toEqual([5, 4, 3]);
  expect(conversations.upTo('thread', 5, 4)).toBeUndefined();
});

it('[message.remembered] has what models are told in the place of a content, and nothing that they are not', () => {
  const conversations = new RememberedConversations();
  conversations.stored([{ ...message(1), content_for_model: 'all of it' }, message(2)]);
  expect(conversations.upTo('thread', 2, 100)).toEqual([
    { role: 'user', content: 'message 2', seq: 2, run_id: 'run' },
    { role: 'user', content: 'message 1', content_for_model: 'all of it', seq: 1, run_id: 'run' },
  ]);
});
