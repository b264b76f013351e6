import { describe, expect, it } from 'vitest';

import type { ModelRequest } from '#engine/ports/model.ts';
import type { Provider } from '#adapters/model/model-choice.ts';
import { startModelServer, stream } from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { apiKey, modelAt, wires } from '../../../support/model-servers/providers.ts';
import { history, lookUp, run, turn } from '../../../support/model-servers/turn.ts';
import { perFile } from '../../../support/per-file.ts';

/** The members of a tool that the two OpenAI protocols and ours share. */
const { name, description, input_schema: parameters } = lookUp;
const anything = { type: 'object' };
/** Anthropic's mark for the end of what it is to cache. */
const cache_control = { type: 'ephemeral' };

const expected = {
  anthropic: {
    path: '/v1/messages',
    headers: { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' },
    first: {
      model: 'org/model:1',
      max_tokens: 8192,
      system: [{ type: 'text', text: 'Be brief.', cache_control }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello', cache_control }] }],
      tools: [{ ...lookUp, cache_control }],
      tool_choice: { type: 'auto' },
      stream: true,
    },
    conversation: {
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
        { role: 'assistant', content: [{ type: 'text', text: '(There is no reply to this message.)' }] },
        { role: 'user', content: [{ type: 'text', text: 'Are you there?' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'Yes.\n\nI am.' }] },
        { role: 'user', content: [{ type: 'text', text: 'Good.' }] },
        { role: 'assistant', content: [{ type: 'text', text: '(There is no reply to this message.)' }] },
        { role: 'user', content: [{ type: 'text', text: 'What is a heddle?' }] },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I will look.' },
            { type: 'tool_use', id: 'c1', name, input: { word: 'heddle' } },
            { type: 'tool_use', id: 'c2', name, input: { unparsed_arguments: '{"word": "hed' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: '{"found":["a part of a loom"]}' },
            {
              type: 'tool_result',
              tool_use_id: 'c2',
              content: '{"error":{"code":"invalid_args"}}',
              is_error: true,
            },
          ],
        },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c3', name: 'forget', input: {} }] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c3', content: 'Not yours to call.', is_error: true },
          ],
        },
      ],
    },
    wordsAlone: {
      tools: [
        { name: 'look_up', input_schema: anything },
        { name: 'forget', input_schema: anything },
      ],
      tool_choice: { type: 'none' },
    },
  },

  openai: {
    path: '/v1/responses',
    headers: { authorization: `Bearer ${apiKey}` },
    first: {
      model: 'org/model:1',
      input: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
      ],
      store: false,
      tools: [{ type: 'function', name, description, parameters, strict: false }],
      tool_choice: 'auto',
      stream: true,
    },
    conversation: {
      input: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
        { role: 'assistant', content: '(There is no reply to this message.)' },
        { role: 'user', content: [{ type: 'input_text', text: 'Are you there?' }] },
        { role: 'assistant', content: 'Yes.\n\nI am.' },
        { role: 'user', content: [{ type: 'input_text', text: 'Good.' }] },
        { role: 'assistant', content: '(There is no reply to this message.)' },
        { role: 'user', content: [{ type: 'input_text', text: 'What is a heddle?' }] },
        { role: 'assistant', content: 'I will look.' },
        { type: 'function_call', call_id: 'c1', name, arguments: '{"word":"heddle"}' },
        {
          type: 'function_call',
          call_id: 'c2',
          name,
          arguments: JSON.stringify({ unparsed_arguments: '{"word": "hed' }),
        },
        { type: 'function_call_output', call_id: 'c1', output: '{"found":["a part of a loom"]}' },
        { type: 'function_call_output', call_id: 'c2', output: '{"error":{"code":"invalid_args"}}' },
        { type: 'function_call', call_id: 'c3', name: 'forget', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c3', output: 'Not yours to call.' },
      ],
    },
    wordsAlone: {
      tools: [
        { type: 'function', name: 'look_up', parameters: anything, strict: false },
        { type: 'function', name: 'forget', parameters: anything, strict: false },
      ],
      tool_choice: 'none',
    },
  },

  'openai-compatible': {
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${apiKey}` },
    first: {
      model: 'org/model:1',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
      tools: [{ type: 'function', function: { name, description, parameters } }],
      tool_choice: 'auto',
      stream: true,
      stream_options: { include_usage: true },
    },
    conversation: {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: '(There is no reply to this message.)' },
        { role: 'user', content: 'Are you there?' },
        { role: 'assistant', content: 'Yes.\n\nI am.' },
        { role: 'user', content: 'Good.' },
        { role: 'assistant', content: '(There is no reply to this message.)' },
        { role: 'user', content: 'What is a heddle?' },
        {
          role: 'assistant',
          content: 'I will look.',
          tool_calls: [
            { id: 'c1', type: 'function', function: { name, arguments: '{"word":"heddle"}' } },
            {
              id: 'c2',
              type: 'function',
              function: { name, arguments: JSON.stringify({ unparsed_arguments: '{"word": "hed' }) },
            },
          ],
        },
        { role: 'tool', tool_call_id: 'c1', content: '{"found":["a part of a loom"]}' },
        { role: 'tool', tool_call_id: 'c2', content: '{"error":{"code":"invalid_args"}}' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c3', type: 'function', function: { name: 'forget', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c3', content: 'Not yours to call.' },
      ],
    },
    wordsAlone: {
      tools: [
        { type: 'function', function: { name: 'look_up', parameters: anything } },
        { type: 'function', function: { name: 'forget', parameters: anything } },
      ],
      tool_choice: 'none',
    },
  },

  google: {
    path: '/v1/org/model:1:streamGenerateContent?alt=sse',
    headers: { 'x-goog-api-key': apiKey },
    first: {
      generationConfig: {},
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
      tools: [{ functionDeclarations: [{ name, description, parametersJsonSchema: parameters }] }],
      toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
    },
    conversation: {
      contents: [
        { role: 'user', parts: [{ text: 'Hello' }] },
        { role: 'model', parts: [{ text: '(There is no reply to this message.)' }] },
        { role: 'user', parts: [{ text: 'Are you there?' }] },
        { role: 'model', parts: [{ text: 'Yes.\n\nI am.' }] },
        { role: 'user', parts: [{ text: 'Good.' }] },
        { role: 'model', parts: [{ text: '(There is no reply to this message.)' }] },
        { role: 'user', parts: [{ text: 'What is a heddle?' }] },
        {
          role: 'model',
          parts: [
            { text: 'I will look.' },
            { functionCall: { id: 'c1', name, args: { word: 'heddle' } } },
            { functionCall: { id: 'c2', name, args: { unparsed_arguments: '{"word": "hed' } } },
          ],
        },
        {
          role: 'user',
          parts: [
            {
              functionResponse: {
                id: 'c1',
                name,
                response: { name, content: { found: ['a part of a loom'] } },
              },
            },
            {
              functionResponse: {
                id: 'c2',
                name,
                response: { name, content: { error: { code: 'invalid_args' } } },
              },
            },
          ],
        },
        { role: 'model', parts: [{ functionCall: { id: 'c3', name: 'forget', args: {} } }] },
        {
          role: 'user',
          parts: [
            {
              functionResponse: {
                id: 'c3',
                name: 'forget',
                response: { name: 'forget', content: 'Not yours to call.' },
              },
            },
          ],
        },
      ],
    },
    wordsAlone: {
      tools: [
        {
          functionDeclarations: [
            { name: 'look_up', parametersJsonSchema: anything },
            { name: 'forget', parametersJsonSchema: anything },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: 'NONE' } },
    },
  },

  bedrock: {
    path: '/v1/model/org%2Fmodel%3A1/converse-stream',
    headers: { authorization: `Bearer ${apiKey}` },
    first: {
      system: [{ text: 'Be brief.' }],
      messages: [{ role: 'user', content: [{ text: 'Hello' }] }],
      toolConfig: {
        tools: [{ toolSpec: { name, description, inputSchema: { json: parameters } } }],
        toolChoice: { auto: {} },
      },
    },
    conversation: {
      messages: [
        { role: 'user', content: [{ text: 'Hello' }] },
        { role: 'assistant', content: [{ text: '(There is no reply to this message.)' }] },
        { role: 'user', content: [{ text: 'Are you there?' }] },
        { role: 'assistant', content: [{ text: 'Yes.\n\nI am.' }] },
        { role: 'user', content: [{ text: 'Good.' }] },
        { role: 'assistant', content: [{ text: '(There is no reply to this message.)' }] },
        { role: 'user', content: [{ text: 'What is a heddle?' }] },
        {
          role: 'assistant',
          content: [
            { text: 'I will look.' },
            { toolUse: { toolUseId: 'c1', name, input: { word: 'heddle' } } },
            { toolUse: { toolUseId: 'c2', name, input: { unparsed_arguments: '{"word": "hed' } } },
          ],
        },
        {
          role: 'user',
          content: [
            { toolResult: { toolUseId: 'c1', content: [{ text: '{"found":["a part of a loom"]}' }] } },
            { toolResult: { toolUseId: 'c2', content: [{ text: '{"error":{"code":"invalid_args"}}' }] } },
          ],
        },
        { role: 'assistant', content: [{ toolUse: { toolUseId: 'c3', name: 'forget', input: {} } }] },
        {
          role: 'user',
          content: [{ toolResult: { toolUseId: 'c3', content: [{ text: 'Not yours to call.' }] } }],
        },
      ],
    },
    // It cannot forbid calls. Without tools, it would not have the calls that were made.
    wordsAlone: {
      toolConfig: {
        tools: [
          { toolSpec: { name: 'look_up', inputSchema: { json: anything } } },
          { toolSpec: { name: 'forget', inputSchema: { json: anything } } },
        ],
      },
    },
  },

  mistral: {
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${apiKey}` },
    first: {
      model: 'org/model:1',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
      ],
      tools: [{ type: 'function', function: { name, description, parameters } }],
      tool_choice: 'auto',
      stream: true,
    },
    conversation: {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
        { role: 'assistant', content: '(There is no reply to this message.)' },
        { role: 'user', content: [{ type: 'text', text: 'Are you there?' }] },
        { role: 'assistant', content: 'Yes.\n\nI am.' },
        { role: 'user', content: [{ type: 'text', text: 'Good.' }] },
        { role: 'assistant', content: '(There is no reply to this message.)' },
        { role: 'user', content: [{ type: 'text', text: 'What is a heddle?' }] },
        {
          role: 'assistant',
          content: 'I will look.',
          tool_calls: [
            { id: 'c1', type: 'function', function: { name, arguments: '{"word":"heddle"}' } },
            {
              id: 'c2',
              type: 'function',
              function: { name, arguments: JSON.stringify({ unparsed_arguments: '{"word": "hed' }) },
            },
          ],
        },
        { role: 'tool', name, tool_call_id: 'c1', content: '{"found":["a part of a loom"]}' },
        { role: 'tool', name, tool_call_id: 'c2', content: '{"error":{"code":"invalid_args"}}' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'c3', type: 'function', function: { name: 'forget', arguments: '{}' } }],
        },
        { role: 'tool', name: 'forget', tool_call_id: 'c3', content: 'Not yours to call.' },
      ],
    },
    wordsAlone: {
      tools: [
        { type: 'function', function: { name: 'look_up', parameters: anything } },
        { type: 'function', function: { name: 'forget', parameters: anything } },
      ],
      tool_choice: 'none',
    },
  },
} satisfies Record<Provider, object>;

const server = perFile(startModelServer, async (it) => await it.close());

describe.each(wires)('a request to $provider', ({ provider, frames }) => {
  const wanted = expected[provider];

  async function ask(parts: Partial<ModelRequest> = {}) {
    server.answers(stream(frames({ text: ['Hi'] })));
    const reply = await modelAt(server.url, provider).respond(turn(parts));
    const seen = server.requests.at(-1);
    if (seen === undefined) throw new Error('nothing was asked');
    return { reply, seen, body: seen.body as Record<string, unknown> };
  }

  it('carries the key in its header, and instructions, message and tools in its body', async () => {
    const { seen, body } = await ask();
    expect(seen).toMatchObject({ method: 'POST', path: wanted.path, headers: wanted.headers });
    expect(body).toEqual(wanted.first);
  });

  it('carries history, earlier calls and their results', async () => {
    expect((await ask({ history, run })).body).toMatchObject(wanted.conversation);
  });

  it('leaves out what the assistant said before the first user message', async () => {
    const { body } = await ask({
      history: [{ messages: [{ role: 'assistant', content: 'the rest of a history' }], lines: [] }],
    });
    expect(body).toEqual(wanted.first);
  });

  it('leaves out blank instructions', async () => {
    const { body } = await ask({ instructions: ' ' });
    expect([body['system'], body['messages'], body['input']].flat()).not.toContainEqual(
      expect.objectContaining({ role: 'system' }),
    );
    expect(body['system'] ?? []).toEqual([]);
  });

  it('forbids calls on a turn for words alone, and declares the tools called before', async () => {
    expect((await ask({ run, words_only: true })).body).toMatchObject(wanted.wordsAlone);
  });

  it('declares no tools on a turn for words alone when none was called', async () => {
    const { body } = await ask({ words_only: true });
    expect(Object.keys(body)).not.toContain('tools');
    expect(Object.keys(body)).not.toContain('tool_choice');
  });

  it('is shown in the trace as it was sent, without its headers', async () => {
    const { reply, body } = await ask({ history, run });
    expect(reply.request).toEqual(body);
    expect(JSON.stringify(reply)).not.toContain(apiKey);
  });
});
