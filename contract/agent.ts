import { z } from 'zod';
import { ContextName, contextNames, faultOfContextSchema, TimeZone } from './context.ts';
import { CreditAmount } from './credit-amount.ts';
import { Gate, longestPauseSeconds } from './gate.ts';
import { AgentId, PatchRef } from './ids.ts';
import { boundedJsonObject } from './json.ts';
import { dialectsInWords } from './json-schema/dialects.ts';
import { ModelClass } from './model-class.ts';
import { ModelSettings } from './model-settings.ts';
import { RiskLevel } from './risk.ts';
import { Timestamp } from './timestamp.ts';
import { text } from './text.ts';
import { WhileHeld } from './while-held.ts';

/** A patch that an agent may call, and how it is gated. */
export const AgentPatch = z
  .strictObject({
    ref: PatchRef.meta({ description: 'The version of the patch: `key@version`.' }),
    gate: Gate.optional().meta({
      description:
        'Hold calls until a person decides: each call with `confirm`, or as the options say. Only for silent patches that ' +
        'act or cost something.',
    }),
    risk: RiskLevel.optional().meta({ description: "Raises the patch's base risk; never lowers it." }),
  })
  .meta({ id: 'NewAgentPatch', outputId: 'AgentPatch' });
export type AgentPatch = z.infer<typeof AgentPatch>;

/** Bounds of one run (agent.publish.limit-defaults). */
export const AgentLimits = z
  .strictObject({
    max_turns: z.int().min(1).max(1000).default(24).meta({
      description: 'How many turns the model may take in a run. One more fails it.',
    }),
    max_credits: CreditAmount.positive().optional().meta({
      description: 'The maximum cost of a run, with at most six decimal places.',
    }),
    pause_ttl_seconds: z
      .int()
      .min(1)
      .max(longestPauseSeconds)
      .default(2_592_000)
      .meta({ description: 'How long a pause may last. Default: 30 days.' }),
  })
  .meta({ id: 'NewAgentLimits' });
export type AgentLimits = z.infer<typeof AgentLimits>;

export const AgentKey = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,63}$/, 'must start with a letter and hold lower-case letters, digits, _ and -');

/** The text of a refusal without words, unless the agent has its own. */
export const standardRefusal = "I'm sorry, I can't help with that.";

/** The facts that the workspace's backend gives for a thread or a message (agent.context). */
export const AgentContext = z
  .strictObject({
    schema: boundedJsonObject(
      { depth: 16, characters: 32_768 },
      'JSON Schema of a context: an object with at most 32 declared properties, each a string, a number, an integer or a boolean. ' +
        `Names that it does not declare are refused. ${dialectsInWords}`,
    ).superRefine((schema, context) => {
      const message = faultOfContextSchema(schema);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }),
    shown: z.array(ContextName).max(32).optional().meta({
      description:
        'The names of the values that the model is shown, at the end of its instructions. Default: none. It sees no others.',
    }),
  })
  .superRefine(({ schema, shown = [] }, context) => {
    const names = new Set(contextNames(schema));
    for (const [index, name] of shown.entries()) {
      if (names.has(name)) continue;
      const message = `${name} is not among the properties of the schema`;
      context.addIssue({
        code: 'custom',
        path: ['shown', index],
        message,
        params: { code: 'unknown_context' },
      });
    }
  })
  .meta({ id: 'AgentContext' });
export type AgentContext = z.infer<typeof AgentContext>;

/** Body of `POST /v1/agents`. */
export const AgentDefinition = z
  .strictObject({
    key: AgentKey.meta({
      description:
        'Publishing a key again makes its next version, with an id of its own. Threads keep the version they were opened with.',
    }),
    name: text({ min: 1, max: 200, trimmed: true }).meta({ description: 'Shown to users and approvers.' }),
    instructions: text({ max: 100_000 }).meta({
      description: 'What the model is told before each conversation: who it is, and what it may do.',
    }),
    model_class: ModelClass.meta({
      description: 'The class of models that takes the turns. The deployment maps each class to models.',
    }),
    patches: z.array(AgentPatch).max(128).default([]).meta({
      description: 'What the agent can call: the tools of its model.',
    }),
    limits: AgentLimits.prefault({}).meta({ description: 'Bounds of one run.' }),
    model: ModelSettings.optional().meta({
      description: 'How the model replies. Default: as its provider has it.',
    }),
    connection: z
      .string()
      .min(1)
      .max(63)
      .optional()
      .meta({
        description:
          'The name of the connection whose host its patches call. Default: the only one of the workspace; a request or a session token can ' +
          'name another.',
      }),
    context: AgentContext.optional().meta({
      description:
        'The facts that your backend gives with a thread or a message, and users and models cannot: patches fill arguments and ' +
        'requests with them.',
    }),
    timezone: TimeZone.optional().meta({
      description:
        'The time zone by which the model is told when messages, answers, decisions and outcomes came, such as `Europe/Berlin`. ' +
        'Default: `UTC`.',
    }),
    while_held: WhileHeld.optional().meta({
      description:
        'What a message that does not say it does while calls of its thread are held. Default: `refuse`.',
    }),
    reply_schema: boundedJsonObject(
      { depth: 32, characters: 32_768 },
      'JSON Schema of the reply, which can be any JSON value: the reply then has a data part of kind `reply` with it. ' +
        dialectsInWords,
    ).optional(),
    refusal_text: text({ min: 1, max: 2000, trimmed: true })
      .optional()
      .meta({
        description:
          'The reply when the model declines, or its provider filters the reply, without a word. Default: ' +
          `"${standardRefusal}"`,
      }),
  })
  .meta({ id: 'AgentDefinition' });
export type AgentDefinition = z.infer<typeof AgentDefinition>;

/** A published version of an agent: immutable. */
export const Agent = z
  .object({
    id: AgentId,
    version: z.int().min(1),
    ...AgentDefinition.shape,
    limits: AgentLimits.required({ max_turns: true, pause_ttl_seconds: true }).meta({ id: 'AgentLimits' }),
    archived_at: Timestamp.optional(),
    created_at: Timestamp,
  })
  .meta({ id: 'Agent' });
export type Agent = z.infer<typeof Agent>;

/** A likely problem of a published version. */
export const PublishWarning = z
  .object({
    code: z.enum(['connection_unnamed']),
    path: z.string().meta({ description: 'The field of the definition that the warning concerns.' }),
    message: z.string(),
  })
  .meta({ id: 'PublishWarning' });
export type PublishWarning = z.infer<typeof PublishWarning>;

/** The response to a publication. */
export const PublishedAgent = z
  .object({
    ...Agent.shape,
    warnings: z.array(PublishWarning).optional().meta({
      description: 'Likely problems of the version in the current workspace. Absent if there are none.',
    }),
  })
  .meta({ id: 'PublishedAgent' });
export type PublishedAgent = z.infer<typeof PublishedAgent>;
