import { defined } from '#contract/defined.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Input } from './inputs.ts';

type Person = Pick<Extract<Input, { type: 'outcome' }>, 'actor' | 'client' | 'credential'>;

/** The detail of what a person said, as it is stored. */
export function storedDetail(detail: JsonObject | undefined) {
  return detail === undefined ? {} : { detail: toJsonText(detail) };
}

/** The author, the client, and the credential. */
export function by({ actor, client, credential }: Person) {
  return { actor, ...defined({ client, credential }) };
}
