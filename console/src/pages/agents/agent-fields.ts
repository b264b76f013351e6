import type { Agent, Schema } from '../../api/schema.ts';

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
  max_turns: string;
  max_credits: string;
  pause_days: string;
  /** JSON, or nothing. */
  reply_schema: string;
}

/** What the form begins with: a version, or the defaults of the API. */
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
    max_turns: String(agent?.limits.max_turns ?? 24),
    max_credits: agent?.limits.max_credits === undefined ? '' : String(agent.limits.max_credits),
    pause_days: String((agent?.limits.pause_ttl_seconds ?? 30 * secondsADay) / secondsADay),
    reply_schema: agent?.reply_schema === undefined ? '' : JSON.stringify(agent.reply_schema, null, 2),
  };
}

/** Whether a field that may be empty holds JSON. */
export function isJsonOrEmpty(text: string): boolean {
  try {
    if (text.trim() !== '') JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * What the form publishes. The API decides whether it is valid.
 * @throws {SyntaxError} if the schema is no JSON, which the form has ruled out
 */
export function toDefinition(fields: AgentFields): Schema<'AgentDefinition'> {
  const { patches, max_turns, max_credits, pause_days, connection, reply_schema, ...texts } = fields;
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
    ...(connection.trim() !== '' && { connection: connection.trim() }),
    ...(reply_schema.trim() !== '' && { reply_schema: JSON.parse(reply_schema) as Record<string, unknown> }),
  };
}
