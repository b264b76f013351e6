import { describe, expect, it } from 'vitest';
import { toJsonText } from '#contract/json-text.ts';
import type { ConversationStore } from '#engine/ports/conversation-store.ts';
import { modelCallId } from '#engine/rules/model-call-id.ts';
import { readRunSoFar } from '#engine/steps/conversation.ts';
import type { MessageDocument } from '#engine/documents/message.ts';
import { call, now, run, thread } from '../../../support/rules/documents.ts';

/** The position of the message that opened the run. */
const opening = 500;

/** A message of an earlier run, unless it is the one that opened this. */
function message(seq: number, content: string): MessageDocument {
  const of = seq === opening ? run() : run({ _id: `run-${seq}` });
  return {
    _id: `message-${seq}`,
    workspace_id: of.workspace_id,
    thread_id: of.thread_id,
    run_id: of._id,
    run_seq: seq,
    role: 'user',
    content,
    seq,
    created_at: new Date(0),
  };
}

/** A store that has only messages which came after the one that opened the run. */
function conversationsWith(since: MessageDocument[]): ConversationStore {
  const nothing = async () => await Promise.resolve([]);
  return {
    before: nothing,
    turns: nothing,
    calls: nothing,
    earlier: nothing,
    lasting: nothing,
    later: nothing,
    since: async (_, _seq, limit) => await Promise.resolve(since.slice(0, limit)),
  };
}

const shown = async (before: MessageDocument[], since: MessageDocument[] = []) =>
  await readRunSoFar(
    conversationsWith(since),
    { run: run({ seq: opening, turn_count: 0 }), thread: thread({ last_seq: opening + since.length }) },
    { before, now },
  );

const noReply = { role: 'assistant', content: '(There is no reply to this message.)' };

/** The time of all of it, as a model is shown it. */
const at = 'Thursday, 1970-01-01, 00:00, UTC';

describe('what a model is shown of its thread', () => {
  it('[model.shown.bounds] is what was said last, 200,000 characters at most, each message whole', async () => {
    const earlier = Array.from({ length: 10 }, (_, index) =>
      message(opening - 1 - index, 'x'.repeat(32_000)),
    );
    const { history, run: own } = await shown([message(opening, 'Now.'), ...earlier]);
    expect(own).toEqual([{ role: 'user', content: 'Now.', at }]);
    expect(history.map(({ messages }) => messages)).toEqual(
      Array.from({ length: 6 }, () => [{ role: 'user', content: 'x'.repeat(32_000), at }, noReply]),
    );
  });

  it('[model.shown.bounds] is no more than the newest 100 messages', async () => {
    const before = Array.from({ length: 100 }, (_, index) => message(opening - index, `before ${index}`));
    const since = Array.from({ length: 30 }, (_, index) => message(opening + 30 - index, `since ${index}`));
    const { history, run: own } = await shown(before, since);
    expect(history.length + own.length).toBe(100);
    expect(history.at(-1)?.messages).toEqual([{ role: 'user', content: 'since 0', at }, noReply]);
    expect(history[0]?.messages).toEqual([{ role: 'user', content: 'before 69', at }, noReply]);
  });
});

it('[gate.revise.told] tells of a call that was revised twice as one result, with what came of the last', async () => {
  const declined = toJsonText({ declined: true, detail: { revised: true } });
  const made = (_id: string, fields: object) => ({
    ...call(),
    _id,
    args: toJsonText({ amount: _id }),
    ...fields,
  });
  const calls = [
    made('first', { status: 'failed', result: declined }),
    made('other', { call_id: 'other-call', index: 1, status: 'ok', result: toJsonText({ found: 1 }) }),
    made('second', { index: 2, status: 'failed', result: declined, revised_from: 'first' }),
    made('third', { index: 3, status: 'ok', result: toJsonText({ paid: true }), revised_from: 'second' }),
  ];
  const asked = [
    { id: 'provider-call', name: 'pay', args: toJsonText({}) },
    { id: 'other-call', name: 'pay', args: toJsonText({}) },
  ];
  const store: ConversationStore = {
    ...conversationsWith([]),
    turns: async () => await Promise.resolve([{ seq: 1, text: '', calls: asked }]),
    calls: async () => await Promise.resolve(calls),
  };
  const stored = { run: run({ seq: opening, turn_count: 1 }), thread: thread({ last_seq: opening }) };
  const { run: told } = await readRunSoFar(store, stored, { before: [], now });
  expect(told.at(-1)).toEqual({
    role: 'tool',
    results: [
      {
        call_id: modelCallId(opening, { turn_seq: 1, index: 0 }),
        name: 'pay',
        failed: false,
        result: {
          declined: true,
          detail: { revised: true },
          revised: [
            { args: { amount: 'second' }, result: { declined: true, detail: { revised: true } } },
            { args: { amount: 'third' }, result: { paid: true } },
          ],
        },
      },
      {
        call_id: modelCallId(opening, { turn_seq: 1, index: 1 }),
        name: 'pay',
        failed: false,
        result: { found: 1 },
      },
    ],
  });
});
