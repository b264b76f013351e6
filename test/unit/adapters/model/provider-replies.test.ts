import { describe, expect, it } from 'vitest';

import type { ModelRequest } from '#engine/ports/model.ts';
import {
  type Answer,
  startModelServer,
  stream,
  streamByBytes,
} from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { modelAt, wires } from '../../../support/model-servers/providers.ts';
import { run, turn } from '../../../support/model-servers/turn.ts';
import { perFile } from '../../../support/per-file.ts';

const unicode = 'Zoë 🧵 織機 é\u0301 👩‍👩‍👧';

/** How each provider names its reply, its model and its reasons to stop, and counts 12 and 34 tokens. */
const wanted = {
  anthropic: {
    id: 'msg_1',
    model: 'claude-test-20260101',
    stopped: 'end_turn',
    called: 'tool_use',
    usage: { input_tokens: 12, output_tokens: 34 },
  },
  openai: {
    id: 'resp_1',
    model: 'gpt-test-2026-01-01',
    stopped: 'stop',
    called: 'tool-calls',
    usage: { input_tokens: 12, output_tokens: 34 },
  },
  'openai-compatible': {
    id: 'chatcmpl-1',
    model: 'local-test',
    stopped: 'stop',
    called: 'tool_calls',
    usage: { prompt_tokens: 12, completion_tokens: 34, total_tokens: 46 },
  },
  google: {
    id: 'google_1',
    model: 'org/model:1',
    stopped: 'STOP',
    called: 'STOP',
    usage: { promptTokenCount: 12, candidatesTokenCount: 34, totalTokenCount: 46 },
  },
  bedrock: {
    id: expect.any(String) as string,
    model: 'org/model:1',
    stopped: 'end_turn',
    called: 'tool_use',
    usage: { inputTokens: 12, outputTokens: 34, totalTokens: 46 },
  },
  mistral: {
    id: 'cmpl-1',
    model: 'mistral-test',
    stopped: 'stop',
    called: 'tool_calls',
    usage: { prompt_tokens: 12, completion_tokens: 34, total_tokens: 46 },
  },
};

const server = perFile(startModelServer, async (it) => await it.close());

describe.each(wires)('a reply of $provider', ({ provider, frames }) => {
  async function take(answer: Answer, parts: Partial<ModelRequest> = {}) {
    server.answers(answer);
    const deltas: string[] = [];
    const onDelta = (delta: string) => deltas.push(delta);
    const reply = await modelAt(server.url, provider).respond(turn({ onDelta, ...parts }));
    return { ...reply, deltas };
  }
  const calling = (name: string, json: string[], parts: Partial<ModelRequest> = {}) =>
    take(stream(frames({ calls: [{ id: 'c1', name, json }] })), parts);

  it('keeps characters whole wherever the network cuts them', async () => {
    const { text, deltas } = await take(streamByBytes(frames({ text: [unicode, unicode] })));
    expect({ text, deltas }).toEqual({ text: unicode + unicode, deltas: [unicode, unicode] });
  });

  it('may be empty', async () => {
    const { text, calls, deltas } = await take(stream(frames({})));
    expect({ text, calls, deltas }).toEqual({ text: '', calls: [], deltas: [] });
  });

  it('gives text and several calls of one turn, in the order of the model', async () => {
    const calls = [
      { id: 'c1', name: 'look_up', json: ['{"wo', 'rd": "a"}'] },
      { id: 'c2', name: 'look_up', json: ['{"word": "b"}'] },
    ];
    const reply = await take(stream(frames({ text: ['I will look.'], calls })));
    expect({ text: reply.text, calls: reply.calls }).toEqual({
      text: 'I will look.',
      calls: [
        { id: 'c1', name: 'look_up', args: { word: 'a' } },
        { id: 'c2', name: 'look_up', args: { word: 'b' } },
      ],
    });
  });

  it('does not judge arguments by the schema', async () => {
    const { calls } = await calling('look_up', ['{"wurd": 1}']);
    expect(calls).toEqual([{ id: 'c1', name: 'look_up', args: { wurd: 1 } }]);
  });

  it('hands on the call of a tool that was not offered', async () => {
    const { calls } = await calling('forget', ['{"all": true}']);
    expect(calls).toEqual([{ id: 'c1', name: 'forget', args: { all: true } }]);
  });

  it.each(['look_up', 'forget'])('takes missing arguments of %s for an empty object', async (name) => {
    expect((await calling(name, [])).calls).toEqual([{ id: 'c1', name, args: {} }]);
  });

  const odd = [
    ['malformed JSON', '{"word": "a'],
    ['an array', '[1]'],
    ['a string', '"a"'],
    ['null', 'null'],
  ];
  // Gemini's arguments are an object in its protocol.
  it.each(provider === 'google' ? [] : odd)('hands on arguments that are %s unparsed', async (_, json) => {
    expect((await calling('look_up', [json])).calls).toEqual([{ id: 'c1', name: 'look_up', unparsed: json }]);
  });

  it('[number.args] hands on a number that would be changed as it was written', async () => {
    const json = '{"account":2512292042121000001,"amount":12.5,"share":0.1234567890123456789}';
    for (const name of ['look_up', 'forget']) {
      expect((await calling(name, [json])).calls).toEqual([{ id: 'c1', name, unparsed: json }]);
    }
  });

  it.each([
    '{"a":1,"a":2}',
    '{"a": [{"b":1, "\\u0062":2}]}',
    '{"input":{"args":1,"args":2},"id":5,"id":5}',
    '{"__proto__":1}',
    ...(provider === 'google' ? [] : ['"{\\"a\\":1}"']),
  ])('[number.args] hands on %s as it was written', async (json) => {
    expect((await calling('look_up', [json])).calls).toEqual([{ id: 'c1', name: 'look_up', unparsed: json }]);
  });

  it.each([
    ['nothing was called before', []],
    ['there were calls before', run],
  ])('keeps its words and loses its calls on a turn for words alone when %s', async (_, before) => {
    const calls = [{ id: 'c9', name: 'look_up', json: ['{}'] }];
    const messages = before.length === 0 ? turn().run : before;
    const reply = await take(stream(frames({ text: ['Bye'], calls, usage: { input: 12, output: 34 } })), {
      run: messages,
      words_only: true,
    });
    expect(reply).toMatchObject({ text: 'Bye', calls: [], input_tokens: 12, output_tokens: 34 });
  });

  it('is shown in the trace: words', async () => {
    const { response } = await take(stream(frames({ text: ['Hi'], usage: { input: 12, output: 34 } })));
    const { id, model, stopped, usage } = wanted[provider];
    expect(response).toMatchObject({ id, model, finish_reason: stopped, text: 'Hi', calls: [], usage });
  });

  it('is shown in the trace: calls', async () => {
    const { response, calls } = await calling('look_up', ['{"word": "a"}']);
    expect(response).toMatchObject({ finish_reason: wanted[provider].called, text: '', calls });
  });

  it('passes on what its listener throws', async () => {
    const fault = new Error('the listener gave up');
    const onDelta = () => {
      throw fault;
    };
    await expect(take(stream(frames({ text: ['Hi', ' you'] })), { onDelta })).rejects.toBe(fault);
  });
});

/** A short reply of a provider, taken whole: as it streamed, as it ended, what it counted. */
async function takeShortReply(provider: (typeof wires)[number]['provider']) {
  const wire = wires.find((candidate) => candidate.provider === provider);
  server.answers(stream(wire?.frames({ text: ['Hel', 'lo'], usage: { input: 12, output: 34 } }) ?? []));
  const deltas: string[] = [];
  const onDelta = (delta: string) => deltas.push(delta);
  const { text, input_tokens, output_tokens } = await modelAt(server.url, provider).respond(
    turn({ onDelta }),
  );
  return { deltas, text, input_tokens, output_tokens };
}

const shortReply = { deltas: ['Hel', 'lo'], text: 'Hello', input_tokens: 12, output_tokens: 34 };

it('[model.provider.anthropic] Anthropic streams its reply and reports its tokens', async () => {
  expect(await takeShortReply('anthropic')).toEqual(shortReply);
});

it('[model.provider.openai] OpenAI streams its reply and reports its tokens', async () => {
  expect(await takeShortReply('openai')).toEqual(shortReply);
});

it('[model.provider.openai-compatible] any other base URL streams its reply and reports its tokens', async () => {
  expect(await takeShortReply('openai-compatible')).toEqual(shortReply);
});

it('[model.provider.google] Gemini streams its reply and reports its tokens', async () => {
  expect(await takeShortReply('google')).toEqual(shortReply);
});

it('[model.provider.bedrock] Bedrock streams its reply and reports its tokens', async () => {
  expect(await takeShortReply('bedrock')).toEqual(shortReply);
});

it('[model.provider.mistral] Mistral streams its reply and reports its tokens', async () => {
  expect(await takeShortReply('mistral')).toEqual(shortReply);
});

describe('a provider that counts no tokens', () => {
  it('has them estimated', async () => {
    const frames = wires.find(({ provider }) => provider === 'openai-compatible')?.frames ?? (() => []);
    server.answers(stream(frames({ text: ['12345'] })));
    const { input_tokens, output_tokens } = await modelAt(server.url, 'openai-compatible').respond(turn());
    expect({ input_tokens, output_tokens }).toEqual({
      input_tokens: Math.ceil('Be brief.Hello'.length / 4),
      output_tokens: 2,
    });
  });
});
