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
  };
}

/** What the form publishes. The API decides whether it is valid. */
export function toDefinition(fields: AgentFields): Schema<'AgentDefinition'> {
  const { patches, max_turns, max_credits, pause_days, connection, ...texts } = fields;
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
  };
}
