import { z } from 'zod';
import { ShownApproval } from './approval.ts';
import { ReturnReason, ShownAccount } from './approval-check.ts';
import { CredentialRef, RequestViaName, Via } from './credential.ts';
import { Credits } from './credits.ts';
import { OriginName } from './event.ts';
import { Frozen } from './freeze.ts';
import { GateRule } from './gate.ts';
import { Actor, DecisionId, Uuid } from './ids.ts';
import { ModelClass } from './model-class.ts';
import { PasskeySignature } from './passkey.ts';
import { Interaction, Reliability } from './patch.ts';
import { ValueOrigin } from './origins.ts';
import { ShownPayment } from './payment.ts';
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
import { HeldReason, PendingConfirmation } from './thread.ts';
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
        description: `Only in lists with \`include=opening\`: the beginning of the user's message that opened it, at most ${openingLength} characters.`,
      }),
    pending: ShownApproval.optional().meta({
      description:
        'The item that the run waits for, while it waits for a person: of several held writes, the first.',
    }),
    pending_confirmations: z.array(PendingConfirmation).optional().meta({
      description:
        'All held writes of the run on which nobody has decided, in the order of the model. Absent if there are none.',
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
    description: 'The MCP client that sent it; absent if it came over the API.',
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
    retry_in_ms: z
      .int()
      .optional()
      .meta({ description: 'The delay before the next attempt, in milliseconds.' }),
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
    via: Via.optional(),
    request_via: RequestViaName.optional().meta({
      description: 'For a signed decision: how the actor of the request was known.',
    }),
    detail: FreeJson.optional(),
    at: Timestamp,
    digest: z.string().optional().meta({ description: 'Digest of the held call that was decided on.' }),
    decision_id: DecisionId,
    withdrawn_at: Timestamp.optional().meta({ description: 'When its actor withdrew the approval.' }),
    lapsed_at: Timestamp.optional().meta({
      description: 'When the call was not sent and went back to its gate.',
    }),
    lapsed_because: ReturnReason.optional(),
    ...PasskeySignature.partial().shape,
  })
  .meta({
    id: 'RecordedDecision',
    description:
      'A signed decision has `passkey_id`, the key, the statement and the response of the passkey; session tokens do not see them.',
  });

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
    gate: z.literal('confirm').nullable().meta({ description: '`confirm` for a call that was held.' }),
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
    payment: ShownPayment.optional().meta({
      description: 'For a gated call whose patch declares a payment: what was shown of it at the gate.',
    }),
    origins: z.array(ValueOrigin).optional().meta({
      description: 'For a gated call: where the values of its arguments were seen before.',
    }),
    accounts: z.array(ShownAccount).optional().meta({
      description:
        'For a call that a policy held: the accounts that its references resolved to, as shown at the gate.',
    }),
    reason: HeldReason.optional(),
    frozen: Frozen.optional(),
    revised_from: Uuid.optional().meta({
      description: 'The call whose arguments an approver revised. This call replaced it at the gate.',
    }),
    rejected_before: RejectedBefore.optional().meta({
      description:
        'For a held call, or one that failed with `rejected_before`: the same call that was rejected earlier.',
    }),
    expired_before: ExpiredBefore.optional().meta({
      description: 'For a held call: the same call that expired earlier.',
    }),
    repeated: z.literal(true).optional().meta({
      description:
        'True if the call was not made, because an earlier call with the same effect was: `result` is the result of that call.',
    }),
    decision: ToolCallDecision.optional().meta({
      description: 'The decision that counted: the last approval that was needed, or the rejection.',
    }),
    decisions: z.array(RecordedDecision).optional().meta({
      description:
        'All decisions on the call, oldest first. Those without `withdrawn_at` and `lapsed_at` count.',
    }),
    lapsed_decisions: z.array(LapsedDecision).optional().meta({
      description:
        'Approvals after which the call was not sent, oldest first: each time it went back to its gate.',
    }),
    started_at: Timestamp,
    duration_ms: z.int().optional(),
    tries: z.array(CallTry).optional().meta({
      description: 'Each time that the host was called, oldest first. Absent for calls that reach no host.',
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
    model: z.string().optional().meta({
      description:
        'The model of the class that was called, as `provider:model`. Absent for `scripted`. With a session token, only if its claim `trace` is `full`.',
    }),
    code: z.enum(modelFailureCodes).optional().meta({
      description: 'How it failed. Absent for the try that succeeded.',
    }),
    status: z.int().optional().meta({ description: "The HTTP status of the provider's answer." }),
    duration_ms: z.int(),
    retry_in_ms: z.int().optional().meta({
      description:
        'The delay before the class was called again, in milliseconds. Absent if another model was called at once, or none.',
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
    'The request or response of the model; `{truncated: true, characters}` if there is no room for it. Absent with a session token, unless its claim `trace` is `full`.',
});

/** One model turn. */
export const Turn = z
  .object({
    seq: z.int().min(1),
    model_class: ModelClass,
    model: z.string().optional().meta({
      description:
        'The model of the class that answered, as `provider:model`. Absent for `scripted`. With a session token, only if its claim `trace` is `full`.',
    }),
    input_tokens: z.int(),
    cached_input_tokens: z.int().optional().meta({
      description: 'The input tokens that the provider had cached. Absent if there were none.',
    }),
    output_tokens: z.int(),
    left_out: z.object({ messages: z.int(), characters: z.int() }).optional().meta({
      description:
        "The part of the conversation that did not fit into the model's context: messages of the thread and results of calls, and their characters as far as they were read. Absent if everything fitted.",
    }),
    reasoning: z
      .object({
        text: z
          .union([z.string(), z.object({ truncated: z.literal(true), characters: z.int() })])
          .optional()
          .meta({ description: 'The reasoning text, if the provider returns it.' }),
        opaque_characters: z.int().meta({
          description: 'The length of the part that only the provider can read.',
        }),
        dropped: z.literal(true).optional().meta({
          description: 'The reasoning was too long to be kept for the next turn.',
        }),
      })
      .optional()
      .meta({
        description:
          "The model's reasoning before it answered. Absent with a session token, unless its claim `trace` is `full`.",
      }),
    cost_credits: Credits,
    started_at: Timestamp.optional().meta({
      description: 'When the successful try began.',
    }),
    created_at: Timestamp.meta({ description: 'When the model answered.' }),
    tries: z.array(ModelTry).optional().meta({
      description: 'Each time that a model was called, oldest first.',
    }),
    text: z.string().optional().meta({
      description:
        "The agent's text in this turn, as its reply shows it. Absent if there was none, or too much.",
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
        description: 'The turn that the provider has not completed yet, or at all if the run has ended.',
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
