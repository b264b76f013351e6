import { type JSONSchema7, type LanguageModel, wrapLanguageModel } from 'ai';
import { LRUCache } from 'lru-cache';
import { type Json, ModelError, type ModelReply, type ModelRequest } from '#engine/ports/model.ts';
import { fitsStructuredOutput } from './reply-format.ts';
import { sentSchema } from './sent-schema.ts';

/**
 * When a provider may be given the schema of a reply: always; only on turns without tools, because many servers that are
 * given both no longer let the model call any; or never.
 */
export type StructuredOutput = 'always' | 'without_tools' | 'never';

type Schema = { [keyword: string]: Json };
type AnyModel = Exclude<LanguageModel, string>;

/** For how many schemas it is remembered that a model does not take them. */
const rememberedSchemas = 500;

/**
 * Sends the provider the schema of a reply where it is likely to accept it. A provider that refuses the request is
 * asked again without it at once, and without it for as long as the schema is remembered. The prompt always describes
 * the schema, and the caller validates the reply.
 */
export class StructuredOutputs {
  readonly #when: StructuredOutput;
  readonly #refused = new LRUCache<string, true>({ max: rememberedSchemas });

  constructor(when: StructuredOutput) {
    this.#when = when;
  }

  /** Asks the model, with the schema if that may be given. */
  async ask(
    request: ModelRequest,
    ask: (schema: Schema | undefined) => Promise<ModelReply>,
  ): Promise<ModelReply> {
    const schema = this.#schemaOf(request);
    if (schema === undefined) return await ask(undefined);
    try {
      return await ask(schema);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#refused.set(JSON.stringify(schema), true);
      return await ask(undefined);
    }
  }

  #schemaOf({ reply_schema, tools }: ModelRequest): Schema | undefined {
    if (reply_schema === undefined || this.#when === 'never') return undefined;
    if (this.#when === 'without_tools' && tools.length > 0) return undefined;
    const schema = sentSchema(reply_schema) as Schema;
    return fitsStructuredOutput(schema) && !this.#refused.has(JSON.stringify(schema)) ? schema : undefined;
  }
}

/** A model that is given the schema of its reply. The SDK's own `output` would parse a reply again with each piece of it. */
export function withSchema(model: AnyModel, schema: Schema | undefined): AnyModel {
  if (schema === undefined) return model;
  const responseFormat = { type: 'json' as const, name: 'reply', schema: schema as JSONSchema7 };
  return wrapLanguageModel({
    model,
    middleware: {
      transformParams: async ({ params }) => await Promise.resolve({ ...params, responseFormat }),
    },
  });
}

function isRefusal(error: unknown): boolean {
  return error instanceof ModelError && error.code === 'rejected';
}
