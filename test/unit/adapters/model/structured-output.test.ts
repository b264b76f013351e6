import { describe, expect, it } from 'vitest';
import { plainAnswer, startModelServer, stream } from '#dev/stand-ins/model-servers/model-server.ts';
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
};
const places = ['output_config', 'text', 'response_format'];

/** The providers that are given schemas. */
const given = wires.flatMap(({ provider, frames }) =>
  provider === 'anthropic' || provider === 'openai' || provider === 'openai-compatible'
    ? [{ provider, frames }]
    : [],
);

describe.each(given)('a model of $provider whose reply has a schema', ({ provider, frames }) => {
  const reply = stream(frames({ text: ['{"total":', '5}'] }));
  const ask = async (parts: Parameters<typeof turn>[0]) => {
    const from = server.requests.length;
    const said: string[] = [];
    const asked = turn({ reply_schema: totalSchema, ...parts });
    const { text } = await modelAt(server.url, provider).respond({
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
    // Many servers of this protocol would no longer let the model call any.
    const isGiven = places.some((place) => bodies[0]?.[place] !== undefined);
    expect(isGiven).toBe(provider !== 'openai-compatible');
    expect(bodies[0]?.['tools']).toHaveLength(1);
    expect(bodies[0]?.['tool_choice']).not.toEqual({ type: 'any' });
  });

  it('[reply-schema.provider] is asked without a schema that providers do not take', async () => {
    server.answers(reply);
    const { bodies } = await ask({ tools: [], reply_schema: { type: 'object' } });
    for (const place of places) expect(bodies[0]).not.toHaveProperty(place);
  });

  it('[reply-schema.provider] is asked again at once if it refuses the schema, and not given it another time', async () => {
    const model = modelAt(server.url, provider);
    const from = server.requests.length;
    const asked = turn({ tools: [], reply_schema: totalSchema });
    server.answers(plainAnswer(400, { error: { message: 'no such parameter' } }), reply, reply);
    expect((await model.respond(asked)).text).toBe('{"total":5}');
    expect((await model.respond(asked)).text).toBe('{"total":5}');
    const given = seen(from).map((body) => places.some((place) => body[place] !== undefined));
    expect(given).toEqual([true, false, false]);
  });

  it('[reply-schema.provider] fails with what the provider says to the request without the schema', async () => {
    server.answers(plainAnswer(400, {}), plainAnswer(503, {}));
    await expect(ask({ tools: [] })).rejects.toMatchObject({ status: 503, retryable: true });
    server.answers(plainAnswer(429, {}));
    await expect(ask({ tools: [] })).rejects.toMatchObject({ status: 429 });
  });
});
