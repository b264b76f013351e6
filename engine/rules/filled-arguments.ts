import type { JsonObject } from '#contract/json.ts';
import { fromJsonText } from '#contract/json-text.ts';
import type { Patch } from '#contract/patch.ts';
import { schemaForModel, withoutFilled } from '#patches/fill.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import type { Json } from '../documents/reasoning.ts';

/** A patch as the tool of a model: without the arguments that are filled in. */
export function toolOf(patch: Patch): {
  name: string;
  description: string;
  input_schema: { [key: string]: Json };
} {
  const input_schema = schemaForModel(patch) as { [key: string]: Json };
  return { name: patch.key, description: patch.description, input_schema };
}

/** The arguments of a call as its model gave them: without those that were filled in. */
export function argsForModel(call: Pick<ToolCallDocument, 'args' | 'filled'> | undefined): {
  [key: string]: Json;
} {
  const args = call === undefined ? {} : fromJsonText<JsonObject>(call.args);
  return withoutFilled(args, call?.filled ?? []) as { [key: string]: Json };
}
