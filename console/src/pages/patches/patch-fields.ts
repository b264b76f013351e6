import type { UseFormRegister } from 'react-hook-form';
import type { Patch, PatchDefinition } from '../../api/schema.ts';
import { readTyped } from '../../approvals/typed-json.ts';
import { definitionOf } from './definition.ts';

type Definition = PatchDefinition;

/** The parts of a definition that the form holds as JSON. */
const jsonNames = ['input_schema', 'fill', 'request', 'summary', 'redact'] as const;
type JsonName = (typeof jsonNames)[number];

/** A patch as its form holds it: texts, as they were typed. */
export interface PatchFields extends Record<JsonName, string> {
  key: string;
  description: string;
  interaction: Definition['interaction'];
  risk: Definition['risk']['base'];
  retry: Definition['reliability']['retry'];
  idempotent: boolean;
  timeout_seconds: string;
  price_credits: string;
}

/** The props of each group of fields. */
export interface FieldProps {
  register: UseFormRegister<PatchFields>;
  /** The API's error of a field, or of a field inside it. */
  faultOf: (path: string) => string | undefined;
}

const json = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2));

/** The initial values of the form: a version, or a patch without arguments. */
export function fieldsOf(patch: Patch | undefined): PatchFields {
  const from = patch === undefined ? undefined : definitionOf(patch);
  return {
    key: from?.key ?? '',
    description: from?.description ?? '',
    interaction: from?.interaction ?? 'silent',
    risk: from?.risk.base ?? 'medium',
    retry: from?.reliability.retry ?? 'safe',
    idempotent: from?.reliability.idempotent ?? false,
    timeout_seconds: String(from?.timeout_seconds ?? 30),
    price_credits: from?.price_credits === undefined ? '' : String(from.price_credits),
    input_schema: json(from?.input_schema ?? { type: 'object', properties: {}, additionalProperties: false }),
    fill: json(from?.fill),
    request: json(from?.request),
    summary: json(from?.summary),
    redact: json(from?.redact),
  };
}

/** The definition that the form publishes, or the field that cannot be sent. The API validates it. */
export function toDefinition(
  fields: PatchFields,
): { definition: Definition } | { invalid: JsonName; fault: string } {
  const parsed: Partial<Record<JsonName, unknown>> = {};
  for (const name of jsonNames) {
    if (fields[name].trim() === '') continue;
    const read = readTyped(fields[name]);
    if ('fault' in read) return { invalid: name, fault: read.fault };
    parsed[name] = read.value;
  }
  const { key, description, interaction, risk, retry, idempotent, timeout_seconds, price_credits } = fields;
  const definition = {
    key,
    description,
    interaction,
    risk: { base: risk },
    reliability: { idempotent, retry },
    timeout_seconds: Number(timeout_seconds),
    ...(price_credits.trim() !== '' && { price_credits: Number(price_credits) }),
    ...parsed,
  } as Definition;
  return { definition };
}
