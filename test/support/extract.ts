import type { ExtractRequest, Extraction } from '#contract/extract.ts';
import type { ModelClass } from '#contract/model-class.ts';
import { createModels, type Models } from '#adapters/model/models.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';
import { anthropicFrames } from '#tools/dev/stand-ins/model-servers/anthropic.ts';
import { type Answer, stream } from '#tools/dev/stand-ins/model-servers/model-server.ts';

/** The schema of an object with a number `total`, and nothing else. */
export const totalSchema = {
  type: 'object',
  properties: { total: { type: 'number' } },
  required: ['total'],
  additionalProperties: false,
};

/** Requests an extraction, of a total by the scripted model unless something else is given. */
export async function extractFrom(
  client: ApiClient,
  text: string,
  parts: Partial<ExtractRequest> = {},
): Promise<ApiAnswer<Extraction>> {
  const body = { text, schema: totalSchema, model_class: 'scripted', ...parts };
  return await client.post<Extraction>('/v1/extract', body);
}

/** Models of which one class is played by a local server. */
export function modelsAt(url: string, modelClass: Exclude<ModelClass, 'scripted'> = 'standard'): Models {
  return createModels({
    [modelClass]: { provider: 'anthropic', model: 'test' },
    anthropic: { apiKey: 'sk-secret', baseUrl: url },
  });
}

/** The environment of a process whose class `standard` is played by a local server. */
export function modelEnvironment(url: string): NodeJS.ProcessEnv {
  return {
    MODEL_STANDARD: 'anthropic:test',
    ANTHROPIC_API_KEY: 'sk-secret',
    ANTHROPIC_BASE_URL: url,
    MODEL_PRICES: 'standard:1/1',
  };
}

/** The answer of the local server, for 100 tokens of input and 10 of output. */
export function modelSays(text: string): Answer {
  return stream(anthropicFrames({ text: [text], usage: { input: 100, output: 10 } }));
}

/** A turn in which the local server's model calls `extract`. */
export function extractCall(args: object): Answer {
  const json = [JSON.stringify({ schema: totalSchema, ...args })];
  const calls = [{ id: 'call_1', name: 'extract', json }];
  return stream(anthropicFrames({ calls, usage: { input: 100, output: 10 } }));
}
