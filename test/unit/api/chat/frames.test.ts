import { uiMessageChunkSchema, type UIMessageChunk, readUIMessageStream } from 'ai';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { RunFrames, type StreamedEvent } from '#api/chat/frames.ts';
import { textOf } from '../../../support/chat.ts';

const id = '0192f6c1-0000-7000-8000-000000000001';
const call = { tool_call_id: id, patch_ref: 'send_payment@1', name: 'send_payment' };
const delta = (index: number, text: string): StreamedEvent => ({
  type: 'message.delta',
  data: { message_id: id, index, text },
});
const started: StreamedEvent = { type: 'tool_call.started', data: { ...call, args: { amount: 1 } } };
const completed = (status: string, result: unknown): StreamedEvent => ({
  type: 'tool_call.completed',
  data: { ...call, status, result },
});
const said = (content: string, parts: unknown = null): StreamedEvent => ({
  type: 'message.completed',
  data: { id, content, parts, finish: 'finished' },
});
const closed = (reason: string): StreamedEvent => ({
  type: 'run.completed',
  data: { state: 'closed', reason, cost_credits: 0.1 },
});
const held: StreamedEvent = {
  type: 'write.confirmation_requested',
  data: { ...call, summary: { title: 'Send 1' }, args: { amount: 1 }, digest: 'sha-256=:AA==:' },
};

async function framesOf(
  events: StreamedEvent[],
  known = { characters: 0, calls: [] as string[] },
): Promise<UIMessageChunk[]> {
  const frames = new RunFrames(known);
  const all = events.flatMap((event) => [...frames.event(event)]);
  const { validate } = uiMessageChunkSchema();
  for (const frame of all) expect(await validate?.(frame)).toMatchObject({ success: true });
  return all as UIMessageChunk[];
}

/** The message that the AI SDK reads from frames. */
async function messageOf(events: StreamedEvent[]) {
  const chunks: UIMessageChunk[] = [{ type: 'start', messageId: 'run' }, ...(await framesOf(events))];
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  let last;
  for await (const message of readUIMessageStream({ stream, terminateOnError: true })) last = message;
  if (last === undefined) throw new Error('no message');
  return last;
}

it('[chat.frames] texts, calls and the end of a run are frames of the AI SDK, in steps', async () => {
  const events = [
    delta(0, 'One '),
    delta(1, 'moment.'),
    started,
    completed('ok', { done: true }),
    delta(2, '\n\nDone.'),
    said('One moment.\n\nDone.'),
    closed('finished'),
  ];
  expect((await framesOf(events)).map(({ type }) => type)).toEqual([
    'start-step',
    'text-start',
    'text-delta',
    'text-delta',
    'text-end',
    'tool-input-available',
    'tool-output-available',
    'finish-step',
    'start-step',
    'text-start',
    'text-delta',
    'text-end',
    'message-metadata',
    'finish-step',
    'finish',
  ]);
  expect(textOf(await messageOf(events))).toBe('One moment.|Done.');
});

it('[chat.frames] a turn that is taken again takes back what was said of it, and nothing before it', async () => {
  const again = [
    delta(0, 'First.'),
    started,
    completed('ok', {}),
    delta(1, '\n\nSeco'),
    delta(0, 'First.\n\nAnother '),
    delta(1, 'second.'),
    said('First.\n\nAnother second.'),
    closed('finished'),
  ];
  const message = await messageOf(again);
  expect(textOf(message)).toBe('First.|Another second.');
  expect(message.parts.filter(({ type }) => type.startsWith('tool-'))).toHaveLength(1);
});

it('[chat.frames] what a message holds already is not sent again when its run goes on', async () => {
  const frames = await framesOf(
    [delta(0, 'Before.\n\nAfter.'), said('Before.\n\nAfter.'), closed('finished')],
    {
      characters: 'Before.'.length,
      calls: [],
    },
  );
  expect(frames.filter(({ type }) => type === 'text-delta')).toEqual([
    { type: 'text-delta', id: 'text-1', delta: 'After.' },
  ]);
});

it('[chat.frames] a reply of which no delta came is sent as a whole, with its data parts', async () => {
  const parts = [
    { type: 'text', text: 'See:' },
    { type: 'data', kind: 'chart', payload: { bars: [1] }, ref: 'a' },
  ];
  const message = await messageOf([said('See:', parts), closed('finished')]);
  expect(textOf(message)).toBe('See:');
  expect(message.parts.at(-1)).toMatchObject({ type: 'data-chart', data: { bars: [1] } });
});

it.each(['plan', 'handoff'])(
  '[chat.frames] a block that a model calls a %s is not taken for one of the service',
  async (kind) => {
    const parts = [{ type: 'data', kind, payload: { reason: 'A person takes over.' } }];
    const message = await messageOf([said('', parts), closed('finished')]);
    expect(message.parts.map(({ type }) => type)).toContain(`data-block-${kind}`);
    expect(message.parts.map(({ type }) => type)).not.toContain(`data-${kind}`);
  },
);

it('[chat.frames] a held call asks for approval, and says what was decided', async () => {
  const requested = await messageOf([held]);
  expect(requested.parts.at(-1)).toMatchObject({
    type: 'data-approval',
    id,
    data: { status: 'held', decisions: [], digest: 'sha-256=:AA==:' },
  });
  expect(requested.parts.at(-2)).toMatchObject({
    type: 'tool-send_payment',
    state: 'approval-requested',
    input: { amount: 1 },
    providerExecuted: true,
    approval: { id, descriptor: held.data },
  });
  const approved = await messageOf([held, started, completed('ok', { id: 7 })]);
  expect(approved.parts.at(-2)).toMatchObject({ state: 'output-available', output: { id: 7 } });
  expect(approved.parts.filter(({ type }) => type === 'tool-send_payment')).toHaveLength(1);
  const declined = await messageOf([
    held,
    completed('declined', { declined: true, detail: { reason: 'no' } }),
  ]);
  expect(declined.parts.at(-2)).toMatchObject({
    state: 'output-denied',
    approval: { approved: false, reason: 'no' },
  });
});

it('[chat.frames] a call that failed, and one whose start is not kept, are told with their result', async () => {
  const failed = await messageOf([completed('failed', { error: { code: 'x', message: 'It broke.' } })]);
  expect(failed.parts.at(-1)).toMatchObject({ state: 'output-error', errorText: 'It broke.', input: {} });
});

it('[chat.frames] a question is a part that its person answers, wherever a text comes between', async () => {
  const asks: StreamedEvent = {
    type: 'elicitation.requested',
    data: { ...call, kind: 'send_payment', prompt: { question: 'Sure?' } },
  };
  const at = async (...events: StreamedEvent[]) =>
    (await messageOf(events)).parts.filter(({ type }) => type === 'tool-send_payment');
  expect(await at(started, asks)).toMatchObject([
    { state: 'input-available', providerExecuted: false, input: { question: 'Sure?' } },
  ]);
  expect(await at(started, delta(0, 'Late.'), asks, completed('ok', { answer: 'Yes' }))).toMatchObject([
    { state: 'output-available', output: { answer: 'Yes' } },
  ]);
});

it('[chat.frames] a run that is cancelled aborts the message, and one that fails ends it with the error', async () => {
  const cancelled = await framesOf([delta(0, 'Half'), closed('cancelled')]);
  expect(cancelled.slice(-2)).toMatchObject([
    { type: 'abort', reason: 'cancelled' },
    { type: 'finish', finishReason: 'other' },
  ]);
  const failed = await framesOf([
    delta(0, 'Half'),
    { type: 'run.failed', data: { error: { code: 'model_error', message: 'The model failed.' } } },
  ]);
  expect(failed.at(-1)).toEqual({ type: 'error', errorText: 'The model failed.' });
});

it('[chat.frames] whatever the order of deltas, calls and new starts, the message holds the whole text once', async () => {
  const word = fc.stringMatching(/^[a-z]{1,6}$/);
  const turn = fc.record({ words: fc.array(word, { minLength: 1, maxLength: 4 }), fails: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 4 }), async (turns) => {
      const events: StreamedEvent[] = [];
      let before = '';
      let index = 0;
      for (const [place, { words, fails }] of turns.entries()) {
        const lead = place === 0 ? '' : '\n\n';
        if (fails) {
          events.push(delta(index, `${lead}lost`), delta(0, before + lead + words[0]));
          index = 1;
        } else events.push(delta(index++, lead + words[0]));
        for (const next of words.slice(1)) events.push(delta(index++, next));
        before += lead + words.join('');
        const callId = `${id.slice(0, -1)}${place}`;
        events.push({ type: 'tool_call.started', data: { ...call, tool_call_id: callId, args: {} } });
        const result = { ...call, tool_call_id: callId, status: 'ok', result: {} };
        events.push({ type: 'tool_call.completed', data: result });
      }
      const message = await messageOf([...events, said(before), closed('finished')]);
      expect(textOf(message)).toBe(turns.map(({ words }) => words.join('')).join('|'));
      expect(message.parts.filter(({ type }) => type.startsWith('tool-'))).toHaveLength(turns.length);
    }),
    { numRuns: 100 },
  );
});
