import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceError } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ModelClass } from '#contract/model-class.ts';
import type { Provider } from '#adapters/model/model-choice.ts';
import type { Model } from '#engine/ports/model.ts';
import { type ExtractionToMake, Extractor } from '#integrations/extract/extractor.ts';
import { SchemaPool } from '#patches/schemas/schema-pool.ts';
import {
  plainAnswer,
  silence,
  startModelServer,
  stream,
} from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { modelAt, wires } from '../../../support/model-servers/providers.ts';
import type { ScriptedReply } from '#tools/dev/stand-ins/model-servers/scripted-reply.ts';
import { perTest } from '../../../support/per-file.ts';

let schemas: SchemaPool;
const server = perTest(startModelServer, async (it) => await it.close());
beforeAll(() => {
  schemas = new SchemaPool();
});
afterAll(async () => await schemas.close());
const prices = { input: 1, output: 2 };
const schema: JsonObject = {
  type: 'object',
  properties: { total: { type: 'number' } },
  required: ['total'],
  additionalProperties: false,
};

function extractorWith(
  model: Model | undefined,
  longestMs?: number,
  mapped: ModelClass[] = ['fast'],
  pool = schemas,
): Extractor {
  return new Extractor({
    models: {
      has: (modelClass) => modelClass === 'scripted' || mapped.includes(modelClass),
      get: () => {
        if (model === undefined) throw new Error('no model is asked');
        return model;
      },
    },
    schemas: pool,
    prices: { fast: prices, standard: prices, deep: prices, scripted: { input: 1, output: 1 } },
    ...(longestMs === undefined ? {} : { longestMs }),
  });
}

const toMake = (parts: Partial<ExtractionToMake> = {}): ExtractionToMake => ({
  workspaceId: 'one',
  modelClass: 'fast',
  text: 'The total is twelve.',
  schema,
  ...parts,
});
const nobodyLeaves = new AbortController().signal;
const usage = { input: 100, output: 10 };
const says = (text: string): ScriptedReply => ({ text: [text], usage });

describe.each(wires)('with $provider', ({ provider, frames }) => {
  const extractor = (longestMs?: number) => extractorWith(modelAt(server.url, provider), longestMs);
  const answer = (...replies: ScriptedReply[]) =>
    server.answers(...replies.map((reply) => stream(frames(reply))));

  it('[extract.result] the answer is the result, and its tokens have a price', async () => {
    answer(says('{"total": 12}'));
    const wanted = toMake({ instructions: 'In euros.' });
    expect(await extractor().extract(wanted, nobodyLeaves)).toEqual({
      result: { total: 12 },
      input_tokens: 100,
      output_tokens: 10,
      cost: 120_000,
    });
    const [request] = server.requests;
    const sent = JSON.stringify(request?.body);
    for (const part of ['The total is twelve.', 'In euros.', 'additionalProperties'])
      expect(sent).toContain(part);
    // No provider is sent the schema as a definition, of which each accepts another part of JSON Schema.
    expect(request?.body).not.toHaveProperty('tools');
    expect(request?.body).not.toHaveProperty('response_format');
  });

  it('[extract.repair] an invalid answer is repaired once: the model is told what is wrong', async () => {
    answer(says('{"total": "twelve", "more": 1}'), says('```json\n{"total": 12}\n```'));
    expect(await extractor().extract(toMake(), nobodyLeaves)).toEqual({
      result: { total: 12 },
      input_tokens: 200,
      output_tokens: 20,
      cost: 240_000,
    });
    const told = JSON.stringify(server.requests[1]?.body);
    for (const part of ['twelve', 'total must be number', 'more is not a known field']) {
      expect(told).toContain(part);
    }
  });

  it('[extract.failed] a second invalid answer is the end, with its faults and the price of both', async () => {
    answer(says('I do not know.'), says('{"total": null}'));
    expect(await extractor().extract(toMake(), nobodyLeaves)).toEqual({
      faults: [{ path: 'total', message: 'must be number' }],
      input_tokens: 200,
      output_tokens: 20,
      cost: 240_000,
    });
    expect(server.requests).toHaveLength(2);
  });

  it('[extract.provider] a provider that refuses, or wants to be left alone for long, is not asked again', async () => {
    server.answers(plainAnswer(401, {}), plainAnswer(429, {}, { 'retry-after': '60' }));
    await expect(extractor().extract(toMake(), nobodyLeaves)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(extractor().extract(toMake(), nobodyLeaves)).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterMs: 60_000,
    });
    expect(server.requests).toHaveLength(2);
  });

  it('[extract.provider] a provider that never answers ends with the time of the extraction', async () => {
    server.answers(silence().answer);
    await expect(extractor(50).extract(toMake(), nobodyLeaves)).rejects.toMatchObject({ code: 'timeout' });
  });

  it('[extract.cancelled] the provider is left alone when nobody wants the answer any more', async () => {
    const { answer: never, asked } = silence();
    server.answers(never);
    const leaving = new AbortController();
    const extracted = extractor().extract(toMake(), leaving.signal);
    await asked;
    leaving.abort(new Error('gone'));
    await expect(extracted).rejects.toThrow('gone');
  });
});

const [anthropic] = wires as [(typeof wires)[number]];
const provider: Provider = anthropic.provider;

it.each([
  ['max_tokens', /cut off/],
  ['refusal', /declined/],
])('[extract.answer] no part of an answer that ends with %s is the result', async (stop, fault) => {
  const unfinished = { ...says('The fee is {"total": 5}. All of it is {"tot'), stop };
  const answers = (replies: ScriptedReply[]) =>
    server.answers(...replies.map((reply) => stream(anthropic.frames(reply))));
  const extractor = extractorWith(modelAt(server.url, provider));
  answers([unfinished, says('{"total": 12}')]);
  expect(await extractor.extract(toMake(), nobodyLeaves)).toMatchObject({ result: { total: 12 } });
  expect(JSON.stringify(server.requests[1]?.body)).toMatch(fault);
  answers([unfinished, unfinished]);
  expect(await extractor.extract(toMake(), nobodyLeaves)).toMatchObject({
    faults: [{ path: '', message: expect.stringMatching(fault) }],
  });
});

it('[extract.provider] a provider that fails for a moment is asked again', async () => {
  server.answers(plainAnswer(429, {}, { 'retry-after': '0' }), plainAnswer(500, {}));
  server.answers(stream(anthropic.frames(says('{"total": 12}'))));
  const extracted = await extractorWith(modelAt(server.url, provider)).extract(toMake(), nobodyLeaves);
  expect(extracted).toMatchObject({ result: { total: 12 }, cost: 120_000 });
});

it('[extract.cancelled] once the model has answered, the extraction is completed, whoever leaves', async () => {
  const leaving = new AbortController();
  server.answers(
    async (response) => {
      await stream(anthropic.frames(says('no')))(response);
    },
    async (response) => {
      leaving.abort(new Error('gone'));
      await stream(anthropic.frames(says('{"total": 12}')))(response);
    },
  );
  const extracted = await extractorWith(modelAt(server.url, provider)).extract(toMake(), leaving.signal);
  expect(extracted).toMatchObject({ result: { total: 12 } });
});

it('[extract.priced] [extract.failed] a repair that takes too long is the end, with the price of the first answer', async () => {
  server.answers(stream(anthropic.frames(says('I do not know.'))), silence().answer);
  expect(await extractorWith(modelAt(server.url, provider), 1500).extract(toMake(), nobodyLeaves)).toEqual({
    faults: [{ path: '', message: 'is not JSON' }],
    input_tokens: 100,
    output_tokens: 10,
    cost: 120_000,
  });
});

it('[extract.priced] [extract.failed] an answer that waits too long to be validated is the end, with its price', async () => {
  server.answers(stream(anthropic.frames(says('{"total": 12}'))));
  const busy = Object.assign(new SchemaPool(), {
    validateResult: async () => await Promise.reject(new ServiceError('temporarily_unavailable', 'Busy.')),
  });
  const extractor = extractorWith(modelAt(server.url, provider), undefined, undefined, busy);
  expect(await extractor.extract(toMake(), nobodyLeaves)).toEqual({
    faults: [{ path: '', message: 'could not be validated in time' }],
    input_tokens: 100,
    output_tokens: 10,
    cost: 120_000,
  });
  expect(server.requests).toHaveLength(1);
});

it('[extract.answer] of an endless answer, the model is shown no more than a part again', async () => {
  server.answers(
    stream(anthropic.frames(says('x'.repeat(400_000)))),
    stream(anthropic.frames(says('{"total": 12}'))),
  );
  await extractorWith(modelAt(server.url, provider)).extract(toMake(), nobodyLeaves);
  expect(JSON.stringify(server.requests[1]?.body).length).toBeLessThan(25_000);
  expect(JSON.stringify(server.requests[1]?.body)).toContain('The result is too long');
});

it.each([
  [{ type: 'array', items: { type: 'integer' } }, '[1, 2]', [1, 2]],
  [{ type: 'string' }, '"twelve"', 'twelve'],
  [{ type: ['number', 'null'] }, 'null', null],
  [{}, '{"any": true}', { any: true }],
])('[extract.result] the result of %j can be any JSON value', async (root, text, result) => {
  server.answers(stream(anthropic.frames(says(text))));
  const extractor = extractorWith(modelAt(server.url, provider));
  expect(await extractor.faultOfSchema('one', root)).toBeUndefined();
  expect(await extractor.extract(toMake({ schema: root }), nobodyLeaves)).toMatchObject({ result });
});

describe('the scripted model', () => {
  const scripted = async (text: string) =>
    await extractorWith(undefined).extract(toMake({ modelClass: 'scripted', text }), nobodyLeaves);

  it('[extract.scripted] replies with the JSON object in the text, and counts a token for four characters', async () => {
    const extracted = await scripted('Order: {"total": 12} thanks');
    expect(extracted).toMatchObject({ result: { total: 12 }, output_tokens: 4 });
    expect(extracted.cost).toBe((extracted.input_tokens + extracted.output_tokens) * 1000);
  });

  it('[extract.scripted] [extract.repair] repairs its reply with the second object', async () => {
    expect(await scripted('{"a": 1} and {"total": 12} and {"total": 13}')).toMatchObject({
      result: { total: 12 },
    });
  });

  it.each(['{"a": 1}', '{"a": 1} {"b": 1} {"total": 1}', 'nothing', '[1]'])(
    '[extract.scripted] [extract.failed] fails where no object fits: %s',
    async (text) => {
      expect(await scripted(text)).toHaveProperty('faults');
    },
  );
});

it('[extract.model-class] the default is the first class that is mapped', () => {
  const mapped = (...classes: ModelClass[]) => extractorWith(undefined, undefined, classes);
  expect(mapped('fast', 'standard').classOf(undefined)).toBe('standard');
  expect(mapped('deep', 'fast').classOf(undefined)).toBe('fast');
  expect(mapped('deep').classOf(undefined)).toBe('deep');
  expect(mapped().classOf(undefined)).toBe('scripted');
  expect(mapped('standard').classOf('scripted')).toBe('scripted');
  expect(mapped('standard').classOf('fast')).toBeUndefined();
});

it('[extract.priced] the estimate has the whole prompt and a usual answer', () => {
  const estimate = (text: string) => extractorWith(undefined).estimate(toMake({ text }));
  expect(estimate('x'.repeat(4000)) - estimate('x')).toBe(1_000_000);
  expect(estimate('x')).toBeGreaterThan(2_000_000);
});
