import { describe, expect, it } from 'vitest';

import type { Provider } from '#adapters/model/model-choice.ts';
import { longestReasoning } from '#adapters/model/kept-reasoning.ts';
import type { Json, ModelReasoning, ModelReply, ModelRequest } from '#engine/ports/model.ts';
import { startModelServer, stream } from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { modelAt, wires } from '../../../support/model-servers/providers.ts';
import { lookUp, turn } from '../../../support/model-servers/turn.ts';
import { perFile } from '../../../support/per-file.ts';

const words = ['Zoë 🧵 asks: ', '\u00e9 or e\u0301? \n'];
const signature = 'EqQBCgIYAhIM+signature/of=a+thought==';
const redacted = 'EmwKAhgBEgy3va3pzix+redacted/thought==';
const callSignature = 'CtEBAdHtim9+signature/of=a+call==';

/** The model's answer: thoughts in words and without, words, and a call. */
const thinking = {
  thoughts: [{ words, opaque: signature }, { opaque: redacted }],
  text: ['I will ', 'look.'],
  calls: [{ id: 'c1', name: 'look_up', json: ['{"word": "heddle"}'], signature: callSignature }],
};
const said = words.join('');

const call = { name: lookUp.name, arguments: '{"word":"heddle"}' };
const toolUse = { type: 'tool_use', id: 'c1', name: lookUp.name, input: { word: 'heddle' } };

/** A model of each provider that thinks, and how the turn is sent back to it: in each provider's own published shape. */
const expected: Record<Provider, { model: string; turn: Json[] }> = {
  anthropic: {
    model: 'claude-sonnet-4-5',
    turn: [
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: said, signature },
          { type: 'redacted_thinking', data: redacted },
          { type: 'text', text: 'I will look.' },
          toolUse,
        ],
      },
    ],
  },
  openai: {
    model: 'gpt-5.1',
    turn: [
      {
        type: 'reasoning',
        id: 'rs_0',
        encrypted_content: signature,
        summary: words.map((text) => ({ type: 'summary_text', text })),
      },
      { type: 'reasoning', id: 'rs_1', encrypted_content: redacted, summary: [] },
      { role: 'assistant', content: 'I will look.' },
      { type: 'function_call', call_id: 'c1', ...call },
    ],
  },
  'openai-compatible': {
    model: 'deepseek-reasoner',
    turn: [
      {
        role: 'assistant',
        content: 'I will look.',
        reasoning_content: said,
        tool_calls: [{ id: 'c1', type: 'function', function: call }],
      },
    ],
  },
  google: {
    model: 'gemini-3-pro-preview',
    turn: [
      {
        role: 'model',
        parts: [
          { text: said, thought: true },
          { text: '', thoughtSignature: signature },
          { text: '', thoughtSignature: redacted },
          { text: 'I will look.' },
          {
            functionCall: { id: 'c1', name: lookUp.name, args: { word: 'heddle' } },
            thoughtSignature: callSignature,
          },
        ],
      },
    ],
  },
  bedrock: {
    model: 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0',
    turn: [
      {
        role: 'assistant',
        content: [
          { reasoningContent: { reasoningText: { text: said, signature } } },
          { reasoningContent: { redactedContent: redacted } },
          { text: 'I will look.' },
          { toolUse: { toolUseId: 'c1', name: lookUp.name, input: { word: 'heddle' } } },
        ],
      },
    ],
  },
  mistral: {
    model: 'magistral-medium-latest',
    turn: [
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: said }], closed: true },
          { type: 'text', text: 'I will look.' },
        ],
        tool_calls: [{ id: 'c1', type: 'function', function: call }],
      },
    ],
  },
};

const server = perFile(startModelServer, async (it) => await it.close());

/** The run after a turn with a call. */
function after({ text, calls, reasoning }: ModelReply): ModelRequest['run'] {
  return [
    { role: 'user', content: 'What is a heddle?' },
    { role: 'assistant', content: text, calls, ...(reasoning === undefined ? {} : { reasoning }) },
    {
      role: 'tool',
      results: [{ call_id: 'c1', name: lookUp.name, result: { found: 'a part' }, failed: false }],
    },
  ];
}

/** The last request, as it came over the network. */
function sent(): { [key: string]: Json[] } {
  return server.requests.at(-1)?.body as { [key: string]: Json[] };
}

function messages(body: { [key: string]: Json[] }): Json[] {
  return body['messages'] ?? body['input'] ?? body['contents'] ?? [];
}

describe.each(wires)('what a model of $provider thought', ({ provider, frames }) => {
  const { model, turn: expectedTurn } = expected[provider];
  const settings = { effort: 'medium' as const };
  const respond = async (reply: object, parts: Partial<ModelRequest>, other = model) => {
    server.answers(stream(frames(reply)));
    return await modelAt(server.url, provider, undefined, { model: other }).respond(
      turn({ settings, ...parts }),
    );
  };
  /** Stored and read again, as between two turns of a run. */
  const stored = (reply: ModelReply): ModelReply => JSON.parse(JSON.stringify(reply)) as ModelReply;

  it('[model.reasoning.returned] goes back with the turn after a call, byte for byte and in its order', async () => {
    const first = stored(await respond(thinking, {}));
    expect(first.reasoning?.text.replaceAll('\n\n', '')).toContain(words[0]);
    await respond({ text: ['Found.'] }, { run: after(first) });
    const all = messages(sent());
    const start = all.findIndex((message) => JSON.stringify(message) === JSON.stringify(expectedTurn[0]));
    expect(all.slice(start, start + expectedTurn.length)).toEqual(expectedTurn);
    expect(JSON.stringify(all.slice(start, start + expectedTurn.length))).toBe(JSON.stringify(expectedTurn));
  });

  it('[model.reasoning.encrypted] is not in the request and the response that a trace keeps', async () => {
    const first = stored(await respond(thinking, {}));
    const second = await respond({ text: ['Found.'] }, { run: after(first) });
    const kept = JSON.stringify([first.request, first.response, second.request, second.response]);
    for (const secret of [words[0], signature, redacted, callSignature]) {
      expect(kept).not.toContain(JSON.stringify(secret).slice(1, -1));
    }
    expect(kept).toContain('I will look.');
  });

  it('[model.reasoning.other-provider] is not sent to another model, which gets the words and the call', async () => {
    const first = stored(await respond(thinking, {}));
    await respond({ text: ['Found.'] }, { run: after(first) }, `${model}-2`);
    const body = JSON.stringify(sent());
    for (const secret of [words[0], signature, redacted, callSignature]) {
      expect(body).not.toContain(JSON.stringify(secret).slice(1, -1));
    }
    expect(body).toContain('I will look.');
    expect(body).toContain('heddle');
  });

  it('[model.reasoning.other-provider] is sent to no other provider', async () => {
    const first = stored(await respond(thinking, {}));
    for (const other of wires.filter((each) => each.provider !== provider)) {
      server.answers(stream(other.frames({ text: ['Found.'] })));
      await modelAt(server.url, other.provider).respond(turn({ run: after(first) }));
      const body = JSON.stringify(sent());
      for (const secret of [words[0], signature, redacted, callSignature]) {
        expect(body).not.toContain(JSON.stringify(secret).slice(1, -1));
      }
    }
  });

  it('is not kept if there is too much of it, and the run goes on without it', async () => {
    const thoughts = [
      { words: Array.from({ length: 10 }, () => 'x'.repeat(longestReasoning / 8)), opaque: signature },
    ];
    const first = stored(await respond({ ...thinking, thoughts }, {}));
    expect(first.reasoning).toMatchObject({ dropped: true, parts: [], text: '' });
    expect(JSON.stringify(first.reasoning).length).toBeLessThan(1000);
    const second = await respond({ text: ['Found.'] }, { run: after(first) });
    expect(second.text).toBe('Found.');
    expect(JSON.stringify(sent())).not.toContain(signature);
  });

  it('is nothing if it did not think', async () => {
    const reply = await respond({ text: ['Hi'], calls: [{ id: 'c1', name: 'look_up', json: ['{}'] }] }, {});
    expect(reply.reasoning).toBeUndefined();
  });
});

it('leaves the effort out for a model that requires what was thought, where that is not known', async () => {
  const { model } = expected.anthropic;
  const foreign: ModelReasoning = { source: 'openai:gpt-5.1', text: '', parts: [], opaque_characters: 0 };
  const reply = {
    text: 'I will look.',
    calls: [{ id: 'c1', name: lookUp.name, args: {} }],
    reasoning: foreign,
  } as unknown as ModelReply;
  const frames = wires.find(({ provider }) => provider === 'anthropic')?.frames ?? (() => []);
  server.answers(stream(frames({ text: ['Found.'] })));
  const { response } = await modelAt(server.url, 'anthropic', undefined, { model }).respond(
    turn({ run: after(reply), settings: { effort: 'high' } }),
  );
  expect(sent()).not.toHaveProperty('thinking');
  expect(JSON.stringify(response['warnings'])).toContain('effort was left out');
});
