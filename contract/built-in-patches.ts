import type { JsonObject } from '#contract/json.ts';
import type { Interaction, Patch } from '#contract/patch.ts';
import { rails } from '#contract/rail.ts';
import { defined } from './defined.ts';

/**
 * The patches that every workspace has (patch.builtin.everywhere). They are the oldest of all, so lists end with them.
 * Add new ones at the end, because cursors count them.
 */
export const builtInPatches: readonly Patch[] = [
  builtIn('ask_user', 'interactive', 'Asks the user a question and waits for the answer.', {
    question: text(4000, 'The question.'),
    options: {
      type: 'array',
      items: text(200),
      minItems: 1,
      maxItems: 32,
      description: 'Answers to choose from. The user may also answer freely.',
    },
  }),
  builtIn('handoff', 'handoff', 'Hands the conversation over to a person and ends the work on it.', {
    reason: text(4000, 'Why a person is needed.'),
    summary: text(16_000, 'Context for the person.'),
  }),
  builtIn(
    'identify_account',
    'silent',
    'Finds the financial institution behind an account reference. Give the reference of one rail.',
    {
      rail: { type: 'string', enum: [...rails], description: 'Follows from the reference when not given.' },
      country: text(2, 'ISO 3166-1 alpha-2.'),
      bic: text(64),
      iban: text(64),
      routing_number: text(64),
      sort_code: text(64),
      ifsc: text(64),
      account_number: text(64),
      bank_code: text(64),
      branch_code: text(64),
      phone_number: text(64, 'E.164, or national with country.'),
    },
    { required: [] },
  ),
  builtIn(
    'list_banks',
    'silent',
    'Lists financial institutions by name, or searches them.',
    {
      country: text(2, 'ISO 3166-1 alpha-2.'),
      rail: { type: 'string', enum: [...rails] },
      q: text(100, 'A code, or words of the name, also with typos. The likeliest institution comes first.'),
      limit: { type: 'integer', minimum: 1, maximum: 100 },
      cursor: text(1000, 'next_cursor of the page before, with the same filters.'),
    },
    { required: [] },
  ),
  builtIn(
    'extract',
    'silent',
    'Extracts data of a given shape from a text.',
    {
      text: text(100_000),
      schema: { type: 'object', description: 'JSON Schema of what to extract.' },
      instructions: text(16_000),
    },
    { required: ['text', 'schema'], timeout_seconds: 120 },
  ),
  builtIn('update_plan', 'silent', 'Shows the user the plan and how far it is. Give every step each time.', {
    steps: {
      type: 'array',
      maxItems: 100,
      items: {
        type: 'object',
        properties: { title: text(500), status: { type: 'string', enum: ['pending', 'active', 'done'] } },
        required: ['title', 'status'],
        additionalProperties: false,
      },
    },
  }),
  builtIn(
    'show_block',
    'silent',
    'Adds a rich block to the reply.',
    {
      kind: text(64, 'The type by which the client renders the block.'),
      payload: { description: 'The content of the block: any JSON.' },
      ref: { description: 'The reference of the block: any JSON.' },
    },
    { required: ['kind', 'payload'] },
  ),
];

const builtInKeys: ReadonlySet<string> = new Set(builtInPatches.map(({ key }) => key));

/** Whether a key belongs to the service, so that no workspace can publish under it. */
export function isBuiltIn(key: string): boolean {
  return builtInKeys.has(key);
}

/** These change only what the user sees, and cost nothing, so there is nothing to decide. */
const showing: ReadonlySet<string> = new Set(['update_plan', 'show_block']);

/**
 * Whether calls of a patch can be held at a gate (agent.publish.gate): those that act by themselves or cost something.
 * A patch that asks, hands over or proposes waits for a person anyway.
 */
export function canBeGated({ key, interaction }: Pick<Patch, 'key' | 'interaction'>): boolean {
  return interaction === 'silent' && !showing.has(key);
}

/** A built-in patch. Unless stated otherwise, its first property is required. */
function builtIn(
  key: string,
  interaction: Interaction,
  description: string,
  properties: JsonObject,
  { required, timeout_seconds = 30 }: { required?: string[]; timeout_seconds?: number } = {},
): Patch {
  return {
    ref: `${key}@1`,
    version: 1,
    key,
    description,
    interaction,
    input_schema: {
      type: 'object',
      properties,
      required: required ?? Object.keys(properties).slice(0, 1),
      additionalProperties: false,
    },
    risk: { base: 'low' },
    reliability: { idempotent: true, retry: 'always' },
    timeout_seconds,
    created_at: '2026-01-01T00:00:00.000Z',
  };
}

function text(maxLength: number, description?: string): JsonObject {
  return { type: 'string', minLength: 1, maxLength, ...defined({ description }) };
}
