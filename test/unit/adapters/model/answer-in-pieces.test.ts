import type { TextStreamPart, ToolSet } from 'ai';
import { expect, it } from 'vitest';
import { scriptedModel } from '#adapters/model/scripted.ts';
import { takeIn } from '#adapters/model/take-in.ts';
import { turn } from '../../../support/model-servers/turn.ts';
import { turnsDuring } from '../../../support/turns-during.ts';

const pieces = 20_000;

/** A provider that is faster than the service: all its data is there. */
async function* characters(): AsyncGenerator<TextStreamPart<ToolSet>> {
  for (let at = 0; at < pieces; at += 1) yield { type: 'text-delta', id: '0', text: 'a' };
}

it('[limit.loop.deltas] others work while a provider sends very many pieces at once', async () => {
  let told = 0;
  const read = async () => await takeIn(characters(), [], () => (told += 1)).catch(() => undefined);
  expect(await turnsDuring(read)).toBeGreaterThan(pieces / 100);
  expect(told).toBe(pieces);
});

it('[limit.loop.deltas] others work while the scripted model says very many words', async () => {
  const content = 'a b '.repeat(pieces / 2);
  let told = '';
  const request = turn({ run: [{ role: 'user', content }], onDelta: (piece) => (told += piece) });
  expect(await turnsDuring(async () => await scriptedModel.respond(request))).toBeGreaterThan(pieces / 100);
  expect(told).toBe(`You said: ${content}`);
});
