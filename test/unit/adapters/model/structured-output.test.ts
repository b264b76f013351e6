import { describe, expect, it } from 'vitest';
import type { Provider } from '#adapters/model/model-choice.ts';
import { plainAnswer, startModelServer, stream } from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { totalSchema } from '../../../support/extract.ts';
import { modelAt, wires } from '../../../support/model-servers/providers.ts';
import { turn } from '../../../support/model-servers/turn.ts';
import { perFile } from '../../../support/per-file.ts';

const server = perFile(startModelServer, async (it) => await it.close());
const seen = (from: number) => server.requests.slice(from).map(({ body }) => body as Record<string, unknown>);

/** Where each protocol has the schema of the reply. */
const formats = {
  anthropic: { output_config: { format: { type: 'json_schema', schema: totalSchema } } },
  openai: { text: { format: { type: 'json_schema', name: 'reply', strict: true, schema: totalSchema } } },
  'openai-compatible': {
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'reply', strict: true, schema: totalSchema },
    },
  },
  mistral: {
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'reply', strict: true, schema: totalSchema },
    },
  },
  google: { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: totalSchema } },
  bedrock: {
    additionalModelRequestFields: { output_config: { format: { type: 'json_schema', schema: totalSchema } } },
  },
};
/** The only models of Bedrock that are given one. */
const models: Partial<Record<Provider, string>> = { bedrock: 'eu.anthropic.claude-sonnet-4-5-v1:0' };

/** Whether a request has a schema for its reply. */
const isGiven = (body: Record<string, unknown> | undefined) =>
  /"(?:json_schema|responseJsonSchema)":/.test(JSON.stringify(body)) ||
  JSON.stringify(body).includes('"type":"json_schema"');

const named = (provider: Provider) => {
  const model = models[provider];
  return model === undefined ? {} : { model };
};

describe.each(wires)('a model of $provider whose reply has a schema', ({ provider, frames }) => {
  const reply = stream(frames({ text: ['{"total":', '5}'] }));
  const ask = async (parts: Parameters<typeof turn>[0]) => {
    const from = server.requests.length;
    const said: string[] = [];
    const asked = turn({ reply_schema: totalSchema, ...parts });
    const { text } = await modelAt(server.url, provider, undefined, named(provider)).respond({
      ...asked,
      onDelta: (piece) => said.push(piece),
    });
    return { text, said, bodies: seen(from) };
  };

  it('[reply-schema.provider] is given the schema, and told it in words', async () => {
    server.answers(reply);
    const { text, bodies } = await ask({ tools: [] });
    expect(text).toBe('{"total":5}');
    expect(bodies).toMatchObject([formats[provider]]);
    expect(JSON.stringify(bodies)).toContain('JSON Schema of the reply');
  });

  it('[reply-schema.provider] can call tools beside it', async () => {
    server.answers(reply);
    const { bodies } = await ask({});
    // Many of the others would no longer let the model call any.
    expect(isGiven(bodies[0])).toBe(['anthropic', 'openai', 'bedrock'].includes(provider));
    const sent = JSON.stringify(bodies[0]);
    expect(sent.split('"look_up"')).toHaveLength(2);
    expect(sent).not.toMatch(/"(?:tool_choice|toolChoice)":\{"(?:type":")?any/);
  });

  it('[reply-schema.provider] is asked without a schema that providers do not take', async () => {
    server.answers(reply);
    const { bodies } = await ask({ tools: [], reply_schema: { type: 'object' } });
    expect(isGiven(bodies[0])).toBe(false);
  });

  it('[reply-schema.provider] is asked again at once if it refuses the schema, and not given it another time', async () => {
    const model = modelAt(server.url, provider, undefined, named(provider));
    const from = server.requests.length;
    const asked = turn({ tools: [], reply_schema: totalSchema });
    server.answers(plainAnswer(400, { error: { message: 'no such parameter' } }), reply, reply);
    expect((await model.respond(asked)).text).toBe('{"total":5}');
    expect((await model.respond(asked)).text).toBe('{"total":5}');
    expect(seen(from).map(isGiven)).toEqual([true, false, false]);
  });

  it('[reply-schema.provider] fails with what the provider says to the request without the schema', async () => {
    server.answers(plainAnswer(400, {}), plainAnswer(503, {}));
    await expect(ask({ tools: [] })).rejects.toMatchObject({ status: 503, retryable: true });
    server.answers(plainAnswer(429, {}));
    await expect(ask({ tools: [] })).rejects.toMatchObject({ status: 429 });
  });
});

it('[reply-schema.provider] a model of Bedrock that is not known to take schemas is told it in words alone', async () => {
  const { frames } = wires.find(({ provider }) => provider === 'bedrock') ?? { frames: () => [] };
  server.answers(stream(frames({ text: ['{"total":5}'] })));
  const from = server.requests.length;
  const model = modelAt(server.url, 'bedrock', undefined, { model: 'amazon.nova-pro-v1:0' });
  await model.respond(turn({ tools: [], reply_schema: totalSchema }));
  const [body] = seen(from);
  expect(isGiven(body)).toBe(false);
  expect(body).not.toHaveProperty('toolConfig');
  expect(JSON.stringify(body)).toContain('JSON Schema of the reply');
});
