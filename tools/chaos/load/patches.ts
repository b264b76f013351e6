import type { AgentDefinition } from '#contract/agent.ts';
import type { PatchDefinition } from '#contract/patch.ts';

/**
 * When the host may receive a call again: `never`; after an answer that `refused` it without effect; or `always`,
 * because it ignores a repetition.
 */
export type Repeats = 'never' | 'refused' | 'always';

/** How long a call may take, in seconds: short, so that a silent host is noticed within a run of chaos. */
export const callTimeoutSeconds = 4;
/** The price of a `quote` that is ok, in credits. */
export const quotePrice = 0.25;
/** How long the hasty agent waits for a person, in seconds. */
export const hastySeconds = 4;

const text = { type: 'string', minLength: 1 };

/** The arguments of every call of the load: a unique mark, and how the host has to answer. */
export const plainSchema = {
  type: 'object',
  properties: { mark: text, plan: text },
  required: ['mark', 'plan'],
  additionalProperties: false,
};

const paymentProperties = { mark: text, plan: text, amount: { type: 'number' }, to: text };
const paymentFields = Object.keys(paymentProperties);
export const paymentSchema = { ...plainSchema, properties: paymentProperties, required: paymentFields };

/** One of each kind of patch, and how often its host may be called. */
export const patches = {
  book: silent('book', 'always', { idempotent: true, retry: 'always' }),
  note: silent('note', 'never', { idempotent: false, retry: 'none' }),
  hold: silent('hold', 'refused', { idempotent: false, retry: 'safe' }),
  quote: {
    ...silent('quote', 'always', { idempotent: true, retry: 'safe' }),
    price_credits: quotePrice,
  },
  pay: {
    ...silent('pay', 'never', { idempotent: false, retry: 'none' }),
    input_schema: paymentSchema,
    risk: { base: 'high' },
    summary: {
      title: 'Pay {{amount}} to {{to}}',
      fields: paymentFields.map((label) => ({ label, value: `{{${label}}}` })),
    },
    request: {
      method: 'POST',
      path: '/pay',
      body: Object.fromEntries(paymentFields.map((name) => [name, `{{${name}}}`])),
    },
  },
  sign: {
    ...silent('sign', 'never', { idempotent: false, retry: 'none' }),
    interaction: 'proposed_action',
  },
} as const satisfies Record<string, PatchDefinition & { repeats: Repeats }>;

export type PatchName = keyof typeof patches;

/** The agent for most of the load, and one whose pauses are short. */
export function agentDefinitions(
  refs: Record<PatchName, string>,
  toolRefs: Record<string, string>,
): Record<'steady' | 'hasty', AgentDefinition> {
  const builtIn = ['ask_user', 'handoff', 'update_plan', 'show_block', 'list_banks'].map((key) => `${key}@1`);
  const base = {
    instructions: 'Do as the script says.',
    model_class: 'scripted' as const,
    connection: 'host',
    patches: [
      ...builtIn.map((ref) => ({ ref })),
      ...Object.entries(refs).map(([name, ref]) =>
        name === 'pay' ? { ref, gate: 'confirm' as const } : { ref },
      ),
      ...Object.entries(toolRefs).map(([name, ref]) =>
        name === 'transfer' ? { ref, gate: 'confirm' as const } : { ref },
      ),
    ],
  };
  const agent = (key: string, pause_ttl_seconds: number) => ({
    ...base,
    key,
    name: key,
    limits: { max_turns: 24, pause_ttl_seconds },
  });
  return { steady: agent('steady', 3600), hasty: agent('hasty', hastySeconds) };
}

function silent(key: string, repeats: Repeats, reliability: PatchDefinition['reliability']) {
  return {
    key,
    repeats,
    description: `Does ${key}.`,
    interaction: 'silent' as const,
    input_schema: plainSchema,
    risk: { base: 'low' as const },
    reliability,
    timeout_seconds: callTimeoutSeconds,
  };
}
