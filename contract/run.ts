import { z } from 'zod';
import { Approval } from './approval.ts';
import { ReturnReason, ShownAccount } from './approval-check.ts';
import { CredentialRef, Via } from './credential.ts';
import { Credits } from './credits.ts';
import { OriginName } from './event.ts';
import { GateRule } from './gate.ts';
import { Actor, Uuid } from './ids.ts';
import { ModelClass } from './model-class.ts';
import { Interaction, Reliability } from './patch.ts';
import { modelFailureCodes } from './model-failure.ts';
import { AgentRef, ConnectionRef, Fault } from './refs.ts';
import { RequestRecord } from './request.ts';
import { RiskLevel } from './risk.ts';
import {
  CloseReasonName,
  DecisionName,
  OutcomeState,
  RunErrorCodeName,
  RunStateName,
  ToolCallStatus,
} from './run-names.ts';
import { FreeJson } from './json.ts';
import { Timestamp } from './timestamp.ts';
import { ExpiredBefore, RejectedBefore } from './turned-down.ts';

/** Why a run failed: a code to branch on and a sentence to read. */
export const RunError = z.object({ code: RunErrorCodeName, message: z.string() }).meta({ id: 'RunError' });
export type RunError = z.infer<typeof RunError>;

/** The agent's last message. */
const RunMessage = z
  .object({ id: Uuid, role: z.literal('assistant'), content: z.string(), created_at: Timestamp })
  .meta({ id: 'RunMessage' });

/** How much of the message that opened a run a list of runs shows, in characters. */
export const openingLength = 280;

const run = {
  id: Uuid,
  thread_id: Uuid,
  subject_ref: z.string(),
  agent: AgentRef,
  origin: OriginName.meta({ description: 'The origin of the run.' }),
  state: RunStateName,
  terminal: z.boolean().meta({ description: 'True if the run will not change again.' }),
  cost_credits: Credits,
  reason: CloseReasonName.optional(),
  error: RunError.optional(),
  connection: ConnectionRef.optional(),
  message: RunMessage.optional().meta({ description: 'Latest assistant message.' }),
  opened_at: Timestamp,
  closed_at: Timestamp.optional(),
};

/** A run (run.get.fields). */
export const Run = z
  .object({
    ...run,
    opening: z
      .string()
      .optional()
      .meta({
        description: `Only in lists with \`include=opening\`: the beginning of the user's message that opened it, at most ${openingLength} characters. Absent in older ones.`,
      }),
    pending: Approval.optional().meta({
      description: 'The item that the run waits for, while it waits for a person.',
    }),
  })
  .meta({ id: 'Run' });
export type Run = z.infer<typeof Run>;

/** The MCP client through which somebody decided or reported. */
export const ActingClient = z
  .object({
    grant_id: Uuid,
    name: z.string().meta({ description: 'As the client registered itself: a label, not an identity.' }),
  })
  .meta({ id: 'ActingClient' });
export type ActingClient = z.infer<typeof ActingClient>;

/** The detail of a decision or report, who made it, and when. */
const word = {
  detail: FreeJson.optional(),
  actor: Actor.optional().meta({
    description:
      'The person behind it: from `Service-Actor` or the claim `actor` of a session token, otherwise the subject.',
  }),
  client: ActingClient.optional().meta({
    description: 'The MCP client that carried it; absent if it came over the API.',
  }),
  credential: CredentialRef.optional().meta({
    description: 'The credential of the request. Session tokens without the claim `trace` do not see it.',
  }),
  created_at: Timestamp,
};

/** A time that a host was asked to carry out a call. */
export const CallTry = z
  .object({
    at: Timestamp,
    code: z
      .string()
      .optional()
      .meta({ description: 'The `error.code` of the result. Absent if the call was ok.' }),
    status: z.int().optional().meta({ description: "The HTTP status of the host's answer." }),
    duration_ms: z.int().optional().meta({ description: 'Absent if its end is unknown.' }),
    retry_in_ms: z.int().optional().meta({ description: 'After how long the host was to be asked again.' }),
  })
  .meta({ id: 'CallTry' });
export type CallTry = z.infer<typeof CallTry>;

/** The decision on a call that counted. */
const ToolCallDecision = z.object({ decision: DecisionName, ...word }).meta({ id: 'ToolCallDecision' });

/** A decision on a call, whatever became of it. */
const RecordedDecision = z
  .object({
    decision: DecisionName,
    actor: Actor.optional(),
    via: Via.optional().meta({ description: 'Absent in older ones.' }),
    detail: FreeJson.optional(),
    at: Timestamp,
    digest: z.string().optional().meta({ description: 'Digest of the held call that was decided on.' }),
    withdrawn_at: Timestamp.optional().meta({ description: 'When its actor took the approval back.' }),
    lapsed_at: Timestamp.optional().meta({
      description: 'When the call was not sent and went back to its gate.',
    }),
    lapsed_because: ReturnReason.optional(),
  })
  .meta({ id: 'RecordedDecision' });

/** An approval after which the call was not sent. */
const LapsedDecision = z
  .object({
    decision: z.literal('approve'),
    ...word,
    lapsed_at: Timestamp,
    lapsed_because: ReturnReason.optional(),
  })
  .meta({ id: 'LapsedDecision' });

/** The reported outcome of a proposed action. */
const ToolCallOutcome = z.object({ state: OutcomeState, ...word }).meta({ id: 'ToolCallOutcome' });

/** The risk of a call: of its patch, and as its agent raised it. */
const ToolCallRisk = z.object({ base: RiskLevel, effective: RiskLevel }).meta({ id: 'ToolCallRisk' });

/** One action of the agent in a turn (tool-call.fields). */
export const ToolCall = z
  .object({
    patch_ref: z
      .string()
      .meta({ description: '`key@version`, or only the name for a patch that the agent does not have.' }),
    interaction: Interaction,
    gate: z.literal('confirm').nullable().meta({ description: '`confirm` of a call that was held.' }),
    gate_rule: GateRule.optional(),
    status: ToolCallStatus,
    args: FreeJson,
    result: FreeJson.optional(),
    error: Fault.optional(),
    request: FreeJson.optional().meta({
      description: 'The outbound call. Absent with a session token, unless its claim `trace` is `full`.',
    }),
    risk: ToolCallRisk.optional(),
    reliability: Reliability.optional(),
    accounts: z.array(ShownAccount).optional().meta({
      description:
        'For a call that a policy held: the accounts that its references resolved to, as shown at the gate.',
    }),
    revised_from: Uuid.optional().meta({
      description:
        'The call of which an approver has revised the arguments: this one took its place at the gate.',
    }),
    rejected_before: RejectedBefore.optional().meta({
      description:
        'The call that asked for the same and was rejected before, of one that was held, or failed with `rejected_before`.',
    }),
    expired_before: ExpiredBefore.optional().meta({
      description: 'The call that asked for the same and expired before, of one that was held.',
    }),
    repeated: z.literal(true).optional().meta({
      description:
        'It was not made: an earlier call with the same effect was, and `result` is what came of that.',
    }),
    decision: ToolCallDecision.optional().meta({
      description: 'The decision that counted: the last approval that was needed, or the rejection.',
    }),
    decisions: z.array(RecordedDecision).optional().meta({
      description: 'All decisions on the call, oldest first. Those without `…_at` of an end count.',
    }),
    lapsed_decisions: z.array(LapsedDecision).optional().meta({
      description:
        'Approvals after which the call was not sent, oldest first: each time it went back to its gate.',
    }),
    started_at: Timestamp,
    duration_ms: z.int().optional(),
    tries: z.array(CallTry).optional().meta({
      description:
        'Each time that the host was asked, oldest first. Absent of calls that reach no host, and in older ones.',
    }),
    cost_credits: Credits.optional(),
    outcome: ToolCallOutcome.nullable().optional(),
  })
  .meta({ id: 'ToolCall' });
export type ToolCall = z.infer<typeof ToolCall>;

/** A time that a model was asked for a turn. */
export const ModelTry = z
  .object({
    at: Timestamp,
    model: z
      .string()
      .optional()
      .meta({
        description:
          'Which model of the class was asked, as `provider:model`. Absent of `scripted`, and in older ones. With a session token, ' +
          'only if its claim `trace` is `full`.',
      }),
    code: z.enum(modelFailureCodes).optional().meta({
      description: 'How it failed. Absent for the try that gave the turn.',
    }),
    status: z.int().optional().meta({ description: "The HTTP status of the provider's answer." }),
    duration_ms: z.int(),
    retry_in_ms: z.int().optional().meta({
      description:
        'After how long the class was to be asked again. Absent if another model was asked at once, or none.',
    }),
    provider_words: z.string().optional().meta({
      description:
        "The provider's message, at most 500 characters, without credentials. Absent with a session token, whatever its claims.",
    }),
  })
  .meta({ id: 'ModelTry' });
export type ModelTry = z.infer<typeof ModelTry>;

const modelPayload = FreeJson.optional().meta({
  description:
    "The model's; `{truncated: true, characters}` if there is no room for it. Absent with a session token, unless " +
    'its claim `trace` is `full`.',
});

/** One model turn. */
export const Turn = z
  .object({
    seq: z.int().min(1),
    model_class: ModelClass,
    model: z
      .string()
      .optional()
      .meta({
        description:
          'Which model of the class has answered, as `provider:model`. Absent of `scripted`, and in older ones. With a session token, ' +
          'only if its claim `trace` is `full`.',
      }),
    input_tokens: z.int(),
    cached_input_tokens: z.int().optional().meta({
      description: 'Those of the input tokens that the provider had cached. Absent: none.',
    }),
    output_tokens: z.int(),
    left_out: z.object({ messages: z.int(), characters: z.int() }).optional().meta({
      description:
        'The part of the conversation for which the model had no room: messages of the thread and results of calls, and their characters as far as they were read. Absent: none.',
    }),
    reasoning: z
      .object({
        text: z
          .union([z.string(), z.object({ truncated: z.literal(true), characters: z.int() })])
          .optional()
          .meta({ description: 'In words, as far as the provider tells.' }),
        opaque_characters: z.int().meta({
          description: 'How long the part is that only the provider can read.',
        }),
        dropped: z.literal(true).optional().meta({
          description: 'There was too much to be kept for the next turn.',
        }),
      })
      .optional()
      .meta({
        description:
          "The model's reasoning before it answered. Absent with a session token, unless its claim `trace` is `full`.",
      }),
    cost_credits: Credits,
    started_at: Timestamp.optional().meta({
      description: 'When the try began that gave the turn. Absent in older ones.',
    }),
    created_at: Timestamp.meta({ description: 'When the model had answered.' }),
    tries: z.array(ModelTry).optional().meta({
      description: 'Each time that a model was asked, oldest first. Absent in older ones.',
    }),
    text: z.string().optional().meta({
      description: "The agent's text in it, as its reply shows it. Absent if there was none, or too much.",
    }),
    request: modelPayload,
    response: modelPayload,
    reply_faults: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .meta({
        description:
          "Faults of its reply against the agent's `reply_schema`. The model was asked again, unless the run failed.",
      }),
    tool_calls: z.array(ToolCall),
  })
  .meta({ id: 'Turn' });

/** A run with everything that happened in it. */
export const Trace = z
  .object({
    ...run,
    turns: z.array(Turn),
    unanswered_turn: z
      .object({ seq: z.int().min(1), tries: z.array(ModelTry) })
      .optional()
      .meta({
        description:
          'The turn that the provider has failed to give so far, or for good if the run has ended.',
      }),
    requests: z.array(RequestRecord).meta({ description: 'Requests for the run, newest first, at most 50.' }),
    requests_count: z.int().meta({ description: 'The total number of requests for the run.' }),
  })
  .meta({
    id: 'Trace',
    description:
      'A run with everything that happened in it. A text of more than 256 Ki characters of JSON is shown as ' +
      '`{truncated: true, characters}`. So are, from the newest turn on, model payloads after the first 2 Mi characters ' +
      'of them, and arguments, results, requests and details of calls after the first 2 Mi characters of those.',
  });
export type Trace = z.infer<typeof Trace>;
