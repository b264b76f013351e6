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

const data = (payload: unknown) => ({ type: 'data', kind: 'reply', payload });

it.each([
  [{ total: 5 }, '{"total":5}'],
  [['a'], '["a"]'],
  [null, 'null'],
  ['words', '"words"'],
  [{ text: '', total: 5 }, '{"text":"","total":5}'],
])('[reply-schema.valid] the content of the reply %j is the same as JSON', (payload, content) => {
  expect(replyOf('id', [''], [], { payload })).toEqual({
    id: 'id',
    role: 'assistant',
    content,
    parts: [data(payload)],
  });
});

it('[reply-schema.valid] [reply-schema.told-later] the content of a reply with a text is that, and later runs are told all of it', () => {
  const payload = { text: 'Five.', total: 5 };
  expect(replyOf('id', [''], [], { payload })).toMatchObject({
    content: 'Five.',
    content_for_model: '{"text":"Five.","total":5}',
  });
});

it('[reply-schema.valid] the data of a reply is its last part, after what was said and its blocks', () => {
  const reply = replyOf('id', ['I will look.', ''], [block({ title: 'Card' })], { payload: { total: 5 } });
  expect(reply.content).toBe('I will look.\n\n{"total":5}');
  expect(reply.parts).toEqual([
    { type: 'text', text: 'I will look.' },
    { type: 'data', kind: 'card', payload: { title: 'Card' } },
    data({ total: 5 }),
  ]);
});
