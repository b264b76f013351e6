import { expect, it } from 'vitest';
import { toJsonText } from '#contract/json-text.ts';
import type { ConversationStore, ToolCallForModel } from '#engine/ports/conversation-store.ts';
import type { ModelMessage } from '#engine/ports/model.ts';
import { readRunSoFar } from '#engine/steps/conversation.ts';
import type { MessageDocument } from '#engine/documents/message.ts';
import { call, run, thread } from '../../../support/rules/documents.ts';

const nothing = async () => await Promise.resolve([]);
const conversations: ConversationStore = {
  before: nothing,
  since: nothing,
  later: nothing,
  turns: nothing,
  calls: nothing,
  earlier: nothing,
  lasting: nothing,
};

/** A run with one call, as a model in Berlin is shown it when the run is taken up at a time. */
async function shown(fields: Partial<ToolCallForModel>, now: string): Promise<ModelMessage[]> {
  const opened = new Date('2026-10-24T10:00:00Z');
  const message: MessageDocument = {
    _id: 'message',
    workspace_id: 'workspace',
    thread_id: 'thread',
    run_id: run()._id,
    run_seq: 1,
    role: 'user',
    content: 'Pay it on Friday',
    seq: 1,
    created_at: opened,
  };
  const made: ToolCallForModel = { ...call({ status: 'ok', result: toJsonText({ receipt: 1 }) }), ...fields };
  const turn = { seq: made.turn_seq, text: '', calls: [{ id: 'c', name: made.name, args: made.args }] };
  const { run: messages } = await readRunSoFar(
    conversations,
    { run: run({ seq: 1, turn_count: 1 }), thread: thread({ last_seq: 1 }) },
    {
      before: [message],
      known: { turns: [turn], calls: [made] },
      timeZone: 'Europe/Berlin',
      now: new Date(now),
    },
  );
  return messages;
}

const decision = (created_at: string): Partial<ToolCallForModel> => ({
  gate: 'confirm',
  decision: {
    decision: 'approve',
    actor: 'eve',
    via: 'api_key',
    request_id: 'request',
    created_at: new Date(created_at),
  },
});
const message = {
  role: 'user',
  content: 'Pay it on Friday',
  at: 'Saturday, 2026-10-24, 12:00, Europe/Berlin (UTC+02:00)',
};

it('[model.shown.times] a run that waited a month has the time of its message and that of the decision, however late it is taken up', async () => {
  const early = await shown(decision('2026-11-23T08:30:00Z'), '2026-11-23T08:30:01Z');
  expect(early).toMatchObject([
    message,
    { role: 'assistant' },
    {
      role: 'tool',
      results: [{ result: { receipt: 1 }, at: 'Monday, 2026-11-23, 09:30, Europe/Berlin (UTC+01:00)' }],
    },
  ]);
  expect(await shown(decision('2026-11-23T08:30:00Z'), '2027-03-01T00:00:00Z')).toEqual(early);
});

it.each<[string, Partial<ToolCallForModel>, string]>([
  [
    'an answer',
    { interaction: 'interactive', finished_at: new Date('2026-10-25T00:30:00Z') },
    'Sunday, 2026-10-25, 02:30, Europe/Berlin (UTC+02:00)',
  ],
  [
    'an outcome',
    {
      interaction: 'proposed_action',
      finished_at: new Date('2026-10-24T10:00:00Z'),
      outcome: { state: 'occurred', actor: 'ada', created_at: new Date('2026-10-25T01:30:00Z') },
    },
    'Sunday, 2026-10-25, 02:30, Europe/Berlin (UTC+01:00)',
  ],
])('[model.shown.times] [model.shown.times.zone] %s has its own time', async (_, fields, at) => {
  expect((await shown(fields, '2026-10-26T00:00:00Z')).at(-1)).toMatchObject({ results: [{ at }] });
});

it('[model.shown.times] a call that nobody was asked for has no time', async () => {
  const last = (await shown({ finished_at: new Date() }, '2026-10-26T00:00:00Z')).at(-1);
  expect(last?.role === 'tool' && last.results.map(({ at }) => at)).toEqual([undefined]);
});
