import { expect, it } from 'vitest';
import { toJsonText } from '#contract/json-text.ts';
import { replyOf } from '#engine/rules/reply.ts';

const block = (payload: unknown) => toJsonText({ type: 'data' as const, kind: 'card', payload });

it('[event.deltas.one-message] [message.content.beside-calls] a reply is what was said in all turns, joined by a blank line', () => {
  expect(replyOf('id', ['One.', '', 'Two.'], [])).toEqual({
    id: 'id',
    role: 'assistant',
    content: 'One.\n\nTwo.',
  });
});

it('[message.parts.rich] a reply with blocks has its text as the first part', () => {
  const reply = replyOf('id', ['Look.'], [block({ title: 'Card' })]);
  expect(reply.content).toBe('Look.');
  expect(reply.parts?.map(({ type }) => type)).toEqual(['text', 'data']);
});

it.each([
  [{ text: 'Said.', title: 'Title' }, 'Said.'],
  [{ title: 'Title' }, 'Title'],
  [{ text: '' }, '[card]'],
  ['words', '[card]'],
  [null, '[card]'],
])(
  '[message.parts.rich] [message.content.blocks-alone] a reply of the block %j alone says %s',
  (payload, content) => {
    expect(replyOf('id', [''], [block(payload)])).toMatchObject({ content, parts: [{ type: 'data' }] });
  },
);
