import { expect, it } from 'vitest';
import { startActing } from '../../support/acting-run.ts';
import { converse, messagesOf } from '#clients/raw/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();

it('[message.parts.rich] a reply carries its blocks in the order they were shown, and content as plain text', async () => {
  const { client, thread } = await startActing(service);
  const card = { kind: 'card', payload: { title: 'A', rows: [1, null] }, ref: { id: 7 } };
  const chart = { kind: 'chart', payload: [1, 2] };
  const script = [
    `/call show_block ${JSON.stringify(card)}`,
    `/call show_block ${JSON.stringify(chart)}\n/call ask_user {"question":"?"}`,
    '/say See above',
  ].join('\n---\n');
  const paused = await converse(client, thread, script);
  expect(paused).toMatchObject({ state: 'awaiting_input' });
  const run = await converse(client, thread, 'go on');
  expect(run).toMatchObject({ id: paused.id, message: { content: 'See above' } });
  const parts = [
    { type: 'text', text: 'See above' },
    { type: 'data', ...card },
    { type: 'data', ...chart },
  ];
  const messages = await messagesOf(client, thread);
  expect(messages.at(-1)).toMatchObject({ role: 'assistant', content: 'See above', parts });
  expect(messages.slice(0, -1).map((message) => message.parts)).toEqual([null, null]);
  const block = (await eventsOf(service.db, run.id)).find(({ type }) => type === 'message.block');
  expect(block?.data).toEqual({ role: 'assistant', content: 'See above', parts, seq: 3 });
  // The blocks were this run's: the next reply is an ordinary one.
  await converse(client, thread, 'Hello');
  expect((await messagesOf(client, thread)).at(-1)).toMatchObject({
    content: 'You said: Hello',
    parts: null,
  });
});
