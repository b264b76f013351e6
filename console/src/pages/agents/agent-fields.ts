import type { UseFormRegister } from 'react-hook-form';
import type { Agent, AgentDefinition } from '../../api/schema.ts';
import { readTyped } from '../../approvals/typed-json.ts';

const secondsADay = 86_400;

/** The options of a gate, which the form keeps as they are. */
type GateOptions = Exclude<NonNullable<Agent['patches'][number]['gate']>, string>;

/** An agent as its form holds it: texts, as they were typed. */
export interface AgentFields {
  key: string;
  name: string;
  instructions: string;
  model_class: Agent['model_class'];
  connection: string;
  patches: {
    ref: string;
    risk: '' | NonNullable<Agent['patches'][number]['risk']>;
    gate: boolean;
    options?: GateOptions;
  }[];
  max_output_tokens: string;
  temperature: string;
  effort: '' | NonNullable<NonNullable<Agent['model']>['effort']>;
  max_turns: string;
  max_credits: string;
  pause_days: string;
  timezone: string;
  /** JSON, or nothing. */
  context: string;
  /** JSON, or nothing. */
  reply_schema: string;
}

/** The props of each group of fields. */
export interface FieldProps {
  register: UseFormRegister<AgentFields>;
  /** The API's error of a field, or of a field inside it. */
  faultOf: (path: string) => string | undefined;
}

/** The initial values of the form: a version, or the defaults of the API. */
export function fieldsOf(agent: Agent | undefined): AgentFields {
  return {
    key: agent?.key ?? '',
    name: agent?.name ?? '',
    instructions: agent?.instructions ?? '',
    model_class: agent?.model_class ?? 'standard',
    connection: agent?.connection ?? '',
    patches:
      agent?.patches.map(({ ref, risk, gate }) => ({
        ref,
        risk: risk ?? '',
        gate: gate !== undefined,
        ...(typeof gate === 'object' && { options: gate }),
      })) ?? [],
    max_output_tokens: textOf(agent?.model?.max_output_tokens),
    temperature: textOf(agent?.model?.temperature),
    effort: agent?.model?.effort ?? '',
    max_turns: String(agent?.limits.max_turns ?? 24),
    max_credits: textOf(agent?.limits.max_credits),
    pause_days: String((agent?.limits.pause_ttl_seconds ?? 30 * secondsADay) / secondsADay),
    timezone: agent?.timezone ?? '',
    context: jsonOf(agent?.context),
    reply_schema: jsonOf(agent?.reply_schema),
  };
}

/** The error of an optional JSON field, or undefined. */
export function faultOfJson(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const read = readTyped(text);
  return 'fault' in read ? read.fault : undefined;
}

/**
 * The definition that the form publishes. The API validates it.
 * @throws {Error} if a schema is no JSON, which the form has ruled out
 */
export function toDefinition(fields: AgentFields): AgentDefinition {
  const { patches, max_turns, max_credits, pause_days, connection, reply_schema, ...others } = fields;
  const { timezone, context, ...rest } = others;
  const { max_output_tokens, temperature, effort, ...texts } = rest;
  const model = {
    ...(max_output_tokens.trim() !== '' && { max_output_tokens: Number(max_output_tokens) }),
    ...(temperature.trim() !== '' && { temperature: Number(temperature) }),
    ...(effort !== '' && { effort }),
  };
  return {
    ...texts,
    patches: patches.map(({ ref, risk, gate, options }) => ({
      ref: ref.trim(),
      ...(risk !== '' && { risk }),
      ...(gate && { gate: options ?? ('confirm' as const) }),
    })),
    limits: {
      max_turns: Number(max_turns),
      ...(max_credits.trim() !== '' && { max_credits: Number(max_credits) }),
      pause_ttl_seconds: Math.round(Number(pause_days) * secondsADay),
    },
    ...(Object.keys(model).length > 0 && { model }),
    ...(connection.trim() !== '' && { connection: connection.trim() }),
    ...(context.trim() !== '' && { context: jsonIn(context) as AgentDefinition['context'] & object }),
    ...(timezone.trim() !== '' && { timezone: timezone.trim() }),
    ...(reply_schema.trim() !== '' && { reply_schema: jsonIn(reply_schema) }),
  };
}

function jsonIn(text: string): Record<string, unknown> {
  const read = readTyped(text);
  if ('fault' in read) throw new Error(read.fault);
  return read.value as Record<string, unknown>;
}

function jsonOf(value: object | undefined): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}

/** A number as it is typed; empty if there is none. */
function textOf(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}
