import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { bedrockFrame } from '#tools/dev/stand-ins/model-servers/bedrock.ts';
import {
  type Frame,
  frame,
  startModelServer,
  stream,
} from '#tools/dev/stand-ins/model-servers/model-server.ts';
import type { ModelRequest } from '#engine/ports/model.ts';
import { modelAt, wires } from '../../../support/model-servers/providers.ts';
import { turn } from '../../../support/model-servers/turn.ts';
import { perFile } from '../../../support/per-file.ts';

const server = perFile(startModelServer, async (it) => await it.close());
type Provider = (typeof wires)[number]['provider'];

async function take(provider: Provider, frames: Frame[], parts: Partial<ModelRequest> = {}) {
  server.answers(stream(frames));
  const deltas: string[] = [];
  const reply = await modelAt(server.url, provider).respond(
    turn({ onDelta: (delta) => deltas.push(delta), ...parts }),
  );
  return { ...reply, deltas };
}

const named = ({ calls }: { calls: { name: string; args?: object }[] }) =>
  calls.map(({ name, args }) => [name, args]);

describe.each(wires)('a stream of $provider', ({ provider, frames }) => {
  const pay = (id: string, amount: number) => ({ id, name: 'pay', json: [`{"amount": ${amount}}`] });

  it('[model.calls.named-twice] that names a call twice makes it once', async () => {
    const calls = [pay('c1', 5), pay('c2', 7), { ...pay('c1', 5), json: ['{"amount":5}'] }];
    const reply = await take(provider, frames({ text: ['Paying.'], calls }));
    expect(named(reply)).toEqual([
      ['pay', { amount: 5 }],
      ['pay', { amount: 7 }],
    ]);
  });

  it('[model.calls.named-twice] makes two calls of one id with other arguments, and of two ids with the same', async () => {
    const reply = await take(provider, frames({ calls: [pay('c1', 5), pay('c1', 50), pay('c2', 5)] }));
    expect(named(reply)).toEqual([
      ['pay', { amount: 5 }],
      ['pay', { amount: 50 }],
      ['pay', { amount: 5 }],
    ]);
    expect(new Set(reply.calls.map(({ id }) => id)).size).toBe(3);
  });

  it('[model.thoughts.tagged] whose text begins with a tagged thought does not say it', async () => {
    const text = ['\n<thi', 'nk>Is it 5? <b', '>No</', 'think>\n', '\nIt is 7, not `<think>5</think>`.'];
    const reply = await take(provider, frames({ text }));
    expect(reply.text).toBe('It is 7, not `<think>5</think>`.');
    expect(reply.deltas.join('')).toBe(reply.text);
    expect(reply.reasoning?.text).toBe('Is it 5? <b>No');
    // It was text for the provider, which is not sent it in another form.
    expect(JSON.stringify(reply.reasoning?.parts)).not.toContain('Is it 5?');
  });

  it('[model.thoughts.tagged] that is cut within a thought says nothing', async () => {
    const { text, deltas } = await take(provider, frames({ text: ['<thinking>Let me ', 'see'] }));
    expect([text, deltas]).toEqual(['', []]);
  });

  it.each([
    { input: -5, output: -7 },
    { input: 12.5, output: 3.25 },
    { input: 5e300, output: 7e300 },
    { input: 5, output: 7, cached: -3 },
    { input: 5, output: 7, cached: 2.5 },
  ])(
    '[model.tokens] that counts its tokens as %j has whole numbers of them, none below zero',
    async (usage) => {
      const {
        input_tokens,
        output_tokens,
        cached_input_tokens = 0,
      } = await take(provider, frames({ text: ['Paid.'], usage }));
      for (const count of [input_tokens, output_tokens, cached_input_tokens]) {
        expect(Number.isSafeInteger(count) && count >= 0, `${count} tokens`).toBe(true);
      }
      expect(cached_input_tokens).toBeLessThanOrEqual(input_tokens);
    },
  );

  it.each<[string, (data: string) => string]>([
    ['times as dates', (data) => data.replaceAll(/("created(?:_at)?":)\d+/g, '$1"2026-11-29T12:00:00Z"')],
    ['times as numbers in texts', (data) => data.replaceAll(/("created(?:_at)?":)(\d+)/g, '$1"$2"')],
    ['positions as texts', (data) => data.replaceAll(/("(?:\w+_)?(?:index|number)":)(\d+)/g, '$1"$2"')],
    ['counts of tokens as texts', (data) => data.replaceAll(/("\w*(?:tokens|TokenCount)":)(\d+)/g, '$1"$2"')],
    ['texts for counts', (data) => data.replaceAll(/("\w*(?:tokens|TokenCount)":)(\d+)/g, '$1"n/a"')],
    [
      'a text for its usage',
      (data) => data.replaceAll(/("usage(?:Metadata)?":)\{[^{}]*(?:\{[^{}]*\})?[^{}]*\}/g, '$1"12"'),
    ],
    [
      'an empty text for its usage',
      (data) => data.replaceAll(/("usage(?:Metadata)?":)\{[^{}]*(?:\{[^{}]*\})?[^{}]*\}/g, '$1""'),
    ],
  ])('[model.facts] that has %s still says and calls what it does', async (_, change) => {
    const usage = { input: 40, output: 30, cached: 4 };
    const all = frames({ text: ['Pay', 'ing.'], calls: [pay('c1', 5)], usage });
    const changed = all.map((each) => (typeof each === 'string' ? change(each) : each));
    const reply = await take(provider, changed);
    expect([reply.text, named(reply)]).toEqual(['Paying.', [['pay', { amount: 5 }]]]);
    for (const count of [reply.input_tokens, reply.output_tokens]) expect(count).toBeGreaterThan(0);
  });

  it('[number.args] fails a try in which an event of a call names a member twice', async () => {
    // Bedrock's events are no text, and reach no gateway that could write them.
    if (provider === 'bedrock') return;
    const twice = (data: string) =>
      data.replace(/"(arguments|args|partial_json|input)":(?=[{"]..)/, '"$1":"{\\"amount\\":1}","$1":');
    const all = frames({ calls: [pay('c1', 5)] });
    const changed = all.map((each) => (typeof each === 'string' ? twice(each) : each));
    expect(changed).not.toEqual(all);
    await expect(take(provider, changed)).rejects.toMatchObject({ code: 'broken_stream', retryable: true });
  });

  it('[model.leading-lines] that begins with blank lines begins with its words', async () => {
    const text = ['\n', ' \n', '  ', 'Dear Bo,\n\n', '  yours.\n'];
    const reply = await take(provider, frames({ text }));
    expect(reply.text).toBe('  Dear Bo,\n\n  yours.\n');
    expect(reply.deltas.join('')).toBe(reply.text);
    const blank = await take(provider, frames({ text: ['\n', '\n'], calls: [pay('c1', 5)] }));
    expect([blank.text, blank.deltas, named(blank)]).toEqual(['', [], [['pay', { amount: 5 }]]]);
  });

  it('[model.leading-lines] has none either behind a tagged thought', async () => {
    const reply = await take(provider, frames({ text: ['\n<think>Hm', '</think>\n\n', '\nHello'] }));
    expect([reply.text, reply.deltas.join('')]).toEqual(['Hello', 'Hello']);
  });

  it.each(['made up', 'wallet.pay', 'x'.repeat(80), 'ünïcode', '1st', '$'])(
    '[model.names] sends a name back that a model made up, %s, in a form that every provider takes',
    async (name) => {
      const run: ModelRequest['run'] = [
        { role: 'user', content: 'Pay' },
        { role: 'assistant', content: '', calls: [{ id: 'abcdefgh1', name, args: {} }] },
        {
          role: 'tool',
          results: [{ call_id: 'abcdefgh1', name, result: { error: 'denied' }, failed: true }],
        },
      ];
      for (const words_only of [true, false]) {
        await take(provider, frames({ text: ['Hm.'] }), { run, ...(words_only ? { words_only } : {}) });
        const sent = JSON.stringify(server.requests.at(-1)?.body);
        const names = [...sent.matchAll(/"name":"([^"]*)"/g)].map(([, each]) => each ?? '');
        expect(names.length).toBeGreaterThan(0);
        for (const each of names) expect(each).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
      }
    },
  );
});

/** A chunk of the Chat Completions protocol. */
function chunk(delta: object, finish_reason: string | null = null, id: unknown = 'chunk-1'): string {
  return frame({
    id,
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason }],
  });
}
const called = (fields: object, args: string | null = '{"amount":5}', name: string | undefined = 'pay') =>
  chunk({ tool_calls: [{ type: 'function', ...fields, function: { name, arguments: args } }] });
const chatEnd = [chunk({}, 'tool_calls'), 'data: [DONE]\n\n'];

describe.each(['openai-compatible', 'mistral'] as const)('a gateway with the protocol of %s', (provider) => {
  const once = [['pay', { amount: 5 }]];

  it.each([
    ['repeats the whole call at the end', [called({ index: 0, id: 'a' }), called({ index: 0, id: 'a' })]],
    ['repeats it under another index', [called({ index: 0, id: 'a' }), called({ index: 1, id: 'a' })]],
    ['repeats it without its id', [called({ index: 0, id: 'a' }), called({ index: 0 })]],
    ['repeats it with an empty id', [called({ index: 0, id: 'a' }), called({ index: 0, id: '' })]],
    [
      'repeats id and name with each piece',
      [
        called({ index: 0, id: 'a' }, ''),
        called({ index: 0, id: 'a' }, '{"amo'),
        called({ index: 0, id: 'a' }, 'unt":5}'),
      ],
    ],
    [
      'repeats what it had sent in pieces',
      [
        called({ index: 0, id: 'a' }, '{"amo'),
        chunk({ tool_calls: [{ index: 0, function: { arguments: 'unt":5}' } }] }),
        called({ index: 0, id: 'a' }),
      ],
    ],
    ['has ids that are numbers', [called({ index: 0, id: 7 }), called({ index: 0, id: 7 })]],
    [
      'names the id with the arguments, after the name',
      [
        called({ index: 0 }, ''),
        chunk({ tool_calls: [{ index: 0, id: 'a', function: { arguments: '{"amount":5}' } }] }),
        called({ index: 0, id: 'a' }),
      ],
    ],
    ['names the id when it repeats the call', [called({ index: 0 }), called({ index: 0, id: 'a' })]],
    [
      'writes the number in another way',
      [called({ index: 0, id: 'a' }), called({ index: 0, id: 'a' }, '{ "amount": 5.0 }')],
    ],
  ])('[model.calls.named-twice] that %s makes it once', async (_, frames) => {
    expect(named(await take(provider, [...frames, ...chatEnd]))).toEqual(once);
  });

  it('[model.calls.named-twice] that repeats a call with its arguments written in another way makes it once', async () => {
    const written = ['{"to":"M\u00fcller","amount":5}', String.raw`{"amount": 5, "to": "M\u00fcller"}`];
    const frames = written.map((args) => called({ index: 0, id: 'a' }, args));
    expect(named(await take(provider, [...frames, ...chatEnd]))).toEqual([
      ['pay', { to: 'M\u00fcller', amount: 5 }],
    ]);
  });

  it('[model.calls.named-twice] that has one index for all, and repeats two calls without their ids, makes each once', async () => {
    const calls = (ids: [object, object]) => [
      called({ index: 0, ...ids[0] }),
      called({ index: 0, ...ids[1] }, '{"amount":7}'),
    ];
    const frames = [...calls([{ id: 'a' }, { id: 'b' }]), ...calls([{}, {}]), ...chatEnd];
    expect(named(await take(provider, frames))).toEqual([...once, ['pay', { amount: 7 }]]);
  });

  it('[model.calls.named-twice] makes two calls with ids after an equal one without an id, and takes the first for it', async () => {
    const frames = [called({ index: 0 }), called({ index: 0, id: 'a' }), called({ index: 0, id: 'b' })];
    expect(named(await take(provider, [...frames, ...chatEnd]))).toEqual([...once, ...once]);
  });

  it.each([
    ['content_filter: SAFETY', 'filtered'],
    ['sensitive', 'filtered'],
    ['model_context_window_exceeded', 'cut'],
    ['eos', 'finished'],
  ])('[model.answer.broken-off] that ends a reply with the reason %j has it %s', async (reason, finish) => {
    const reply = await take(provider, [chunk({ content: 'Paying.' }), chunk({}, reason)]);
    expect([reply.text, reply.finish]).toEqual(['Paying.', finish]);
  });

  it.each(['', 'null', 'error', 'abort', 'network_error', 'insufficient_system_resource'])(
    '[model.answer.broken-off] fails a try that ends with the reason %j, and makes no call of it',
    async (reason) => {
      const frames = [chunk({ content: 'Paying.' }, reason), called({ index: 0, id: 'a' })];
      await expect(take(provider, [...frames, chunk({}, reason), 'data: [DONE]\n\n'])).rejects.toMatchObject({
        code: 'broken_stream',
        retryable: true,
      });
    },
  );

  it('[model.answer.broken-off] fails a try that announces calls and has none', async () => {
    const frames = [chunk({ content: 'Paying.' }), ...chatEnd];
    await expect(take(provider, frames)).rejects.toMatchObject({ code: 'broken_stream', retryable: true });
  });

  it.each([
    ['no error', { error: null }],
    ['no choices', { choices: null }],
    ['an empty list of choices', { choices: [] }],
    ['a choice without words', { choices: [{ index: 0, delta: null }] }],
  ])('[model.unknown-events] may say with a chunk that it has %s', async (_, more) => {
    const odd = frame({ id: 'x', created: 1, model: 'm', choices: [{ index: 0, delta: {} }], ...more });
    const { text } = await take(provider, [odd, chunk({ content: 'Hi' }), odd, chunk({}, 'stop'), odd]);
    expect(text).toBe('Hi');
  });

  it('[number.args] may have its arguments as an object, whose digits are those that were written', async () => {
    const of = (json: string) => called({ index: 0, id: 'a' }, '<json>').replace('"<json>"', () => json);
    const exact = await take(provider, [of('{"amount": 12.50, "id": 7, "error": null}'), ...chatEnd]);
    expect(named(exact)).toEqual([['pay', { amount: 12.5, id: 7, error: null }]]);
    const changed = '{"account":2512292042121000001}';
    expect((await take(provider, [of(changed), ...chatEnd])).calls[0]?.unparsed).toBe(changed);
  });

  it('[model.calls.named-twice] makes equal calls of two indexes without ids twice', async () => {
    const reply = await take(provider, [called({ index: 0 }), called({ index: 1 }), ...chatEnd]);
    expect(named(reply)).toEqual([...once, ...once]);
  });

  it('[model.call-ids] may have ids that are numbers', async () => {
    const frames = [chunk({ role: 'assistant', content: 'Hm.' }, null, 12), called({ index: 0, id: 7 })];
    expect(named(await take(provider, [...frames, ...chatEnd]))).toEqual(once);
  });
});

describe('[model.calls.named-twice] a gateway with the protocol of openai-compatible', () => {
  it('that names the id before the name, and repeats the call, makes it once', async () => {
    const pieces = [
      chunk({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { arguments: '' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { name: 'pay', arguments: '{"amount":5}' } }] }),
    ];
    for (const index of [0, 1]) {
      const reply = await take('openai-compatible', [...pieces, called({ index, id: 'a' }), ...chatEnd]);
      expect(named(reply)).toEqual([['pay', { amount: 5 }]]);
    }
  });
});

describe('[number.args] arguments that come whole with the beginning of their call', () => {
  const whole = (input: string) => {
    const frames = wires
      .find((wire) => wire.provider === 'anthropic')
      ?.frames({
        calls: [{ id: 'c1', name: 'pay', json: [] }],
      });
    return (frames ?? []).map((each) => String(each).replace('"input":{}', () => `"input":${input}`));
  };

  it('are handed on as they were written', async () => {
    const [exact, twice, account] = [
      '{"amount": 12.50}',
      '{"amount":1,"amount":82000}',
      '{"id":251229204212100001}',
    ];
    expect((await take('anthropic', whole(exact))).calls[0]?.args).toEqual({ amount: 12.5 });
    expect((await take('anthropic', whole(twice))).calls[0]?.unparsed).toBe(twice);
    expect((await take('anthropic', whole(account))).calls[0]?.unparsed).toBe(account);
  });

  it('and go on in pieces are no arguments, and are shown as they were written', async () => {
    const frames = whole('{"amount":1}');
    const at = frames.findIndex((each) => each.includes('content_block_start'));
    const more = frame(
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json: '{"amount":2}' },
      },
      'content_block_delta',
    );
    const { calls } = await take('anthropic', frames.toSpliced(at + 1, 0, more));
    expect(calls[0]?.unparsed).toBe('{"amount":1}{"amount":2}');
  });
});

describe('[model.call-ids] ids that are numbers', () => {
  const numeric = (frames: Frame[]) =>
    frames.map((each) =>
      String(each).replaceAll(/"(id|call_id|item_id|responseId)":"[^"]*"/g, '"$1":12345678901234567890'),
    );

  it.each(wires.filter(({ provider }) => provider !== 'bedrock'))(
    'are taken from $provider',
    async (wire) => {
      const calls = [{ id: 'c1', name: 'pay', json: ['{"id":7}'] }];
      const reply = await take(wire.provider, numeric(wire.frames({ text: ['Paying.'], calls })));
      expect(reply.text).toBe('Paying.');
      expect(named(reply)).toEqual([['pay', { id: 7 }]]);
      expect(reply.calls[0]?.id).toEqual(expect.any(String));
    },
  );
});

describe('[model.thoughts.tagged] a thought of which only the end is tagged', () => {
  const thinking = (text: string[]) => [
    ...text.map((content) => chunk({ content })),
    chunk({}, 'stop'),
    'data: [DONE]\n\n',
  ];
  const unopened = thinking(['Is it', ' 5? No', '</th', 'ink>\n\nIt is 7.']);

  it('is not said where nothing is shown before the end, as in extractions', async () => {
    const model = modelAt(server.url, 'openai-compatible');
    server.answers(stream(unopened));
    const reply = await model.respond(turn());
    expect([reply.text, reply.reasoning?.text]).toEqual(['It is 7.', 'Is it 5? No']);
  });

  it('fails the try in which it was shown; then it is held', async () => {
    const model = modelAt(server.url, 'openai-compatible');
    const ask = async (frames: Frame[]) => {
      server.answers(stream(frames));
      const deltas: string[] = [];
      const reply = await model.respond(turn({ onDelta: (delta) => deltas.push(delta) }));
      return [reply.text, deltas.join('')];
    };
    await expect(ask(unopened)).rejects.toMatchObject({ code: 'broken_stream', retryable: true });
    expect(await ask(unopened)).toEqual(['It is 7.', 'It is 7.']);
    expect(await ask(thinking(['No ', 'thought.']))).toEqual(['No thought.', 'No thought.']);
  });

  it('is none within code', async () => {
    const text = ['Close it with `</th', 'ink>` or\n```\n</think>\n', '```\n.'];
    const reply = await take('openai-compatible', thinking(text));
    expect(reply.text).toBe(text.join(''));
    expect(reply.deltas.join('')).toBe(reply.text);
  });

  it('is text for providers that have no such templates', async () => {
    const anthropic = wires.find((wire) => wire.provider === 'anthropic');
    const { text } = await take('anthropic', anthropic?.frames({ text: ['a </think> b'] }) ?? []);
    expect(text).toBe('a </think> b');
  });
});

describe('[model.unknown-events] what a provider has added to its protocol is skipped', () => {
  const event = (type: string, data: object) => frame({ type, ...data }, type);
  const added: Record<Provider, Frame[]> = {
    anthropic: [
      event('brand_new', { some: 'thing' }),
      event('content_block_start', { index: 7, content_block: { type: 'hologram', text: '' } }),
      event('content_block_delta', { index: 7, delta: { type: 'hologram_delta', light: 1 } }),
      event('content_block_delta', { index: 7, delta: { type: 'text_delta', text: 'unknown' } }),
      event('content_block_delta', { index: 7, delta: { type: 'input_json_delta', partial_json: '{}' } }),
      event('content_block_stop', { index: 7 }),
    ],
    openai: [
      event('response.brand_new', { some: 'thing' }),
      event('response.output_item.added', { output_index: 7, item: { type: 'hologram', id: 'h1' } }),
      event('response.output_item.done', { output_index: 7, item: { type: 'hologram', id: 'h1' } }),
    ],
    'openai-compatible': [frame({ type: 'ping' }), frame({ progress: 0.5 }), ': comment\n\n'],
    google: [
      frame({ brandNew: true }),
      frame({ candidates: [{ content: { role: 'model', parts: [{ hologram: { light: 1 } }] } }] }),
    ],
    bedrock: [
      bedrockFrame('brandNew', { some: 'thing' }),
      bedrockFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { hologram: { light: 1 } } }),
      bedrockFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { reasoningContent: { light: 1 } } }),
      bedrockFrame('contentBlockStart', { contentBlockIndex: 7, start: { hologram: {} } }),
      bedrockFrame('contentBlockDelta', { contentBlockIndex: 7, delta: { hologram: { light: 1 } } }),
      bedrockFrame('contentBlockStop', { contentBlockIndex: 7 }),
    ],
    mistral: [frame({ type: 'ping' }), frame({ progress: 0.5 })],
  };

  it.each(wires)('$provider', async (wire) => {
    const frames = wire.frames({ text: ['Hel', 'lo'], usage: { input: 1, output: 2 } });
    // Bedrock's pieces come before its last two events, the end and the count of tokens.
    const last = wire.provider === 'bedrock' ? frames.length - 2 : frames.length - 1;
    const places = frames.map((_, at) => at).filter((at) => at > 0 && at <= last);
    for (const at of places) {
      const { text, deltas, response } = await take(
        wire.provider,
        frames.toSpliced(at, 0, ...added[wire.provider]),
      );
      expect([at, text, deltas.join(''), typeof response['finish_reason']]).toEqual([
        at,
        'Hello',
        'Hello',
        'string',
      ]);
    }
  });

  it('but a call that is not as it should be still ends the turn', async () => {
    const wire = wires.find(({ provider }) => provider === 'anthropic');
    const frames = wire?.frames({ text: ['Hi'] }) ?? [];
    const broken = event('content_block_start', {
      index: 3,
      content_block: { type: 'tool_use', name: 'pay' },
    });
    await expect(
      take('anthropic', [...frames.slice(0, 1), broken, ...frames.slice(1)]),
    ).rejects.toMatchObject({
      code: 'broken_stream',
    });
  });

  it.each([
    ['contentBlockStart', { contentBlockIndex: 3, start: { toolUse: { name: 'pay' } } }],
    ['contentBlockDelta', { contentBlockIndex: 3, delta: { toolUse: { input: { amount: 5 } } } }],
    ['messageStop', { stopReason: 5 }],
  ])('and so does a %s of Bedrock', async (type, body) => {
    const frames = wires.find(({ provider }) => provider === 'bedrock')?.frames({ text: ['Hi'] }) ?? [];
    await expect(take('bedrock', frames.toSpliced(1, 0, bedrockFrame(type, body)))).rejects.toMatchObject({
      code: 'broken_stream',
    });
  });
});

describe('[model.answer.broken-off] an answer that has not come whole', () => {
  const pay = { id: 'a', name: 'pay', json: ['{"amount":', '5}'] };

  it.each(wires)('of $provider fails the try wherever its stream ends', async ({ provider, frames }) => {
    const all = frames({ text: ['Hel', 'lo'], calls: [pay, { ...pay, id: 'b' }] });
    const whole = await take(provider, all);
    expect([whole.text, whole.calls.length]).toEqual(['Hello', 2]);
    for (let length = 0; length < all.length; length += 1) {
      const [came] = await Promise.allSettled([take(provider, all.slice(0, length))]);
      // Only token counts follow the finish reason.
      const isWhole =
        came.status === 'fulfilled' &&
        came.value.text === whole.text &&
        isDeepStrictEqual(named(came.value), named(whole));
      const failed = came.status === 'rejected' && (came.reason as { code?: string }).code;
      expect([length, isWhole || failed === 'broken_stream']).toEqual([length, true]);
    }
  });

  it.each(['OTHER', 'MALFORMED_FUNCTION_CALL', 'MALFORMED_RESPONSE'])(
    'of Gemini fails the try with the reason %s',
    async (reason) => {
      const frames = wires
        .find(({ provider }) => provider === 'google')
        ?.frames({ text: ['Hm.'], calls: [pay] })
        .map((each) => String(each).replace('"STOP"', `"${reason}"`));
      await expect(take('google', frames ?? [])).rejects.toMatchObject({ code: 'broken_stream' });
    },
  );

  it.each([
    ['malformed_model_output', 'broken_stream'],
    ['malformed_tool_use', 'broken_stream'],
    ['model_context_window_exceeded', 'cut'],
  ])('of Bedrock with the reason %s is %s', async (stopReason, expected) => {
    const frames = wires.find(({ provider }) => provider === 'bedrock')?.frames({ text: ['Hm.'] }) ?? [];
    const replaced = frames.toSpliced(-2, 1, bedrockFrame('messageStop', { stopReason }));
    const [reply] = await Promise.allSettled([take('bedrock', replaced)]);
    expect(reply.status === 'fulfilled' ? reply.value.finish : (reply.reason as { code?: string }).code).toBe(
      expected,
    );
  });

  it.each([null, {}, { reason: null }, { reason: '' }, { reason: 5 }, 'length'])(
    'of OpenAI that ends as incomplete, with %j for its reason, is cut',
    async (details) => {
      const frames = wires.find(({ provider }) => provider === 'openai')?.frames;
      for (const calls of [[], [pay]]) {
        const all = frames?.({ text: ['Hm.'], calls, stop: 'reason' }) ?? [];
        const ended = all.map((each) =>
          String(each).replace('{"reason":"reason"}', () => JSON.stringify(details)),
        );
        expect((await take('openai', ended)).finish).toBe('cut');
      }
    },
  );

  it('of Anthropic fails the try if a call has no end', async () => {
    const frames = wires
      .find(({ provider }) => provider === 'anthropic')
      ?.frames({ text: ['Paying.'], calls: [pay, { ...pay, id: 'b' }] });
    const stops = (frames ?? []).flatMap((each, at) =>
      String(each).includes('content_block_stop') ? [at] : [],
    );
    expect(stops).toHaveLength(3);
    for (const at of stops.slice(1)) {
      await expect(take('anthropic', frames?.toSpliced(at, 1) ?? [])).rejects.toMatchObject({
        code: 'broken_stream',
      });
    }
  });
});

it('[model.calls.of-provider] calls that a provider has made itself are none of the agent', async () => {
  const event = (type: string, data: object) => frame({ type, ...data }, type);
  const frames = wires.find(({ provider }) => provider === 'anthropic')?.frames({ text: ['Hm.'] }) ?? [];
  const made = (index: number, block: object) => [
    event('content_block_start', { index, content_block: { id: `s${index}`, input: {}, ...block } }),
    event('content_block_delta', {
      index,
      delta: { type: 'input_json_delta', partial_json: '{"amount":5}' },
    }),
    event('content_block_stop', { index }),
  ];
  const calls = [
    ...made(5, { type: 'mcp_tool_use', name: 'pay', server_name: 'gateway' }),
    ...made(6, { type: 'server_tool_use', name: 'web_search' }),
  ];
  const reply = await take('anthropic', frames.toSpliced(1, 0, ...calls));
  expect([reply.text, reply.calls]).toEqual(['Hm.', []]);
});
