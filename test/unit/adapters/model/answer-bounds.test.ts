import { describe, expect, it } from 'vitest';
import { longestAnswer } from '#adapters/model/take-in.ts';
import { type ModelError } from '#engine/ports/model.ts';
import { anthropicFrames } from '#tools/dev/stand-ins/model-servers/anthropic.ts';
import {
  startModelServer,
  stream,
  streamWhileRead,
} from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { modelAt, wires } from '../../../support/model-servers/providers.ts';
import { turn } from '../../../support/model-servers/turn.ts';
import { perFile } from '../../../support/per-file.ts';

const server = perFile(startModelServer, async (it) => await it.close());
const piece = 'x'.repeat(64 * 1024);
/** Twice as much as is taken in. */
const pieces = Array.from({ length: 32 }, () => piece);

describe.each(wires)('an answer of $provider', ({ provider, frames }) => {
  it('[model.answer.bounded] is cut where it is too long, and is charged for what was read', async () => {
    server.answers(stream(frames({ text: pieces, usage: { input: 5, output: 7 } })));
    let shown = 0;
    const onDelta = (text: string) => void (shown += text.length);
    const reply = await modelAt(server.url, provider).respond(turn({ onDelta }));
    expect([reply.finish, reply.text.length, reply.calls]).toEqual(['cut', longestAnswer, []]);
    expect(shown).toBe(longestAnswer);
    expect(reply.output_tokens).toBe(longestAnswer / 4);
    expect(reply.response['warnings']).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('too long') }),
    );
  });

  it('[model.answer.bounded] makes no call whose arguments are too long', async () => {
    const json = ['{"word":"', ...pieces, '"}'];
    server.answers(stream(frames({ text: ['Hm.'], calls: [{ id: 'c1', name: 'look_up', json }] })));
    const reply = await modelAt(server.url, provider).respond(turn());
    expect([reply.finish, reply.text, reply.calls]).toEqual(['cut', 'Hm.', []]);
  });

  it('[model.answer.bounded] makes none of thousands of calls', async () => {
    const calls = Array.from({ length: 3000 }, (_, index) => ({
      id: `c${index}`,
      name: 'look_up',
      json: ['{}'],
    }));
    server.answers(stream(frames({ text: ['Hm.'], calls })));
    const reply = await modelAt(server.url, provider).respond(turn());
    expect([reply.finish, reply.calls]).toEqual(['cut', []]);
  });
});

/** A thought that never ends. */
const [start = '', ping = '', block = '', thinking = ''] = anthropicFrames({
  thoughts: [{ words: [piece] }],
});

it('[model.answer.bounded] 100 MB of thoughts are not read to their end, and are no reply', async () => {
  const { answer, leftEarly } = streamWhileRead(
    { first: [start, ping, block], again: thinking },
    { megabytes: 100 },
  );
  server.answers(answer);
  const reply = await modelAt(server.url, 'anthropic').respond(turn());
  expect(await leftEarly).toBe(true);
  expect([reply.finish, reply.text]).toEqual(['cut', '']);
  expect(reply.reasoning).toMatchObject({ text: '', dropped: true });
});

it.each([
  ['a line without an end', 200, 'text/event-stream', 'broken_stream'],
  ['an error without an end', 500, 'application/json', 'overloaded'],
  ['an error without an end that is no error by its status', 200, 'application/json', 'broken_stream'],
])('[model.answer.bounded] %s is not read to its end', async (_, status, type, code) => {
  const { answer, leftEarly } = streamWhileRead(
    { first: ['data: {"error":"'], again: piece },
    { megabytes: 200, status, type },
  );
  server.answers(answer);
  const error = await modelAt(server.url, 'anthropic')
    .respond(turn())
    .then(
      () => undefined,
      (thrown: unknown) => thrown as ModelError,
    );
  expect(await leftEarly).toBe(true);
  expect(error?.code).toBe(code);
});
