import { z } from 'zod';
import { Returned, ShownAccount } from './approval-check.ts';
import { Context, givenContext } from './context.ts';
import { NotBefore } from './cooling.ts';
import { Digest } from './digest.ts';
import { Frozen } from './freeze.ts';
import { Approvals, GateRule } from './gate.ts';
import { PatchRef, SubjectRef, Uuid } from './ids.ts';
import { MessageRole } from './message.ts';
import { Metadata } from './metadata.ts';
import { mostOrigins, ValueOrigin } from './origins.ts';
import { ShownPayment } from './payment.ts';
import { AgentRef, ConnectionRef } from './refs.ts';
import { RepeatedCall } from './repeated-call.ts';
import { RiskLevel } from './risk.ts';
import { FreeJson } from './json.ts';
import { Timestamp } from './timestamp.ts';
import { text } from './text.ts';
import { Unusual } from './unusual.ts';
import { turnedDownBefore } from './turned-down.ts';

/** The title of a thread before its first message. */
export const defaultThreadTitle = 'New conversation';
/** A first message that becomes the title is cut to this many characters (thread.title.first-message). */
export const titleLength = 80;
/** The last message's preview is cut to this many characters (thread.list.last-message). */
export const previewLength = 120;

/** The most runs of a thread that may be open at a time: working, waiting for the thread lock or paused (message.post.open-runs). */
export const mostOpenRuns = 1000;

/** Body of `POST /v1/loom/threads`. */
export const NewThread = z
  .strictObject({
    agent_id: z.string().min(1).max(255).meta({ description: 'The id of the agent that answers.' }),
    subject_ref: SubjectRef.optional().meta({
      description:
        'The end user whose thread it is. Required unless `Service-Subject` or a session token names the subject.',
    }),
    title: text({ min: 1, max: 200, trimmed: true })
      .optional()
      .meta({ description: 'Default: the first message, cut to 80 characters.' }),
    connection: z.string().min(1).max(63).optional().meta({
      description:
        'The id or the name of the connection for the calls of the thread. Default: that of the agent, or the only one of the workspace.',
    }),
    metadata: Metadata.optional().meta({ description: 'Data of your own, returned as it was given.' }),
    context: Context.optional().meta({
      description: givenContext('Counts for all runs of the thread that begin later.'),
    }),
  })
  .meta({ id: 'NewThread' });
export type NewThread = z.infer<typeof NewThread>;

/** Body of `PATCH /v1/loom/threads/{id}`. */
export const ThreadChange = z
  .strictObject({
    title: text({ min: 1, max: 200, trimmed: true }).optional().meta({ description: 'The new title.' }),
    metadata: Metadata.optional().meta({ description: 'Replaces all of it.' }),
    context: Context.optional().meta({
      description: givenContext('Replaces all of it, for runs that begin later.'),
    }),
  })
  .meta({ id: 'ThreadChange' });
export type ThreadChange = z.infer<typeof ThreadChange>;

/** The response to the creation of a thread (201). */
export const CreatedThread = z
  .object({
    id: Uuid,
    agent: AgentRef,
    subject_ref: SubjectRef,
    title: z.string(),
    metadata: Metadata.optional(),
    created_at: Timestamp,
  })
  .meta({ id: 'CreatedThread' });
export type CreatedThread = z.infer<typeof CreatedThread>;

/** Since when something waits for a person, and until when. */
export const waitingTimes = {
  created_at: Timestamp,
  expires_at: Timestamp.meta({
    description:
      'If it is unresolved at this time, the run closes as `expired`, or the gate declines the call. This can happen a moment later, but never before. A write with `not_before` or `frozen` does not expire.',
  }),
};

/** A question that waits for the user's answer. */
export const PendingElicitation = z
  .object({ run_id: Uuid, kind: z.string(), prompt: FreeJson, ...waitingTimes })
  .meta({ id: 'PendingElicitation' });
export type PendingElicitation = z.infer<typeof PendingElicitation>;

const pendingCall = { run_id: Uuid, tool_call_id: Uuid, patch_ref: PatchRef };

/** An action that the agent proposed, whose outcome is awaited. */
export const PendingAction = z
  .object({ ...pendingCall, args: FreeJson, ...waitingTimes })
  .meta({ id: 'PendingAction' });
export type PendingAction = z.infer<typeof PendingAction>;

const SummaryField = z.object({ label: z.string(), value: z.string() }).meta({ id: 'SummaryField' });

/** A held write as a person sees it (confirm.summary.complete). */
export const WriteSummary = z
  .object({
    title: z.string(),
    fields: z.array(SummaryField).optional(),
  })
  .meta({
    id: 'WriteSummary',
    description:
      'To be read: white space is collapsed, cut text is counted (`… 2,950 more characters`), and invisible characters are written out (`[U+202E]`). Arguments that no template of the patch shows are in a last field, `Other arguments`.',
  });
export type WriteSummary = z.infer<typeof WriteSummary>;

/**
 * A payee and an amount of a held write, as the limits of its policy find them in the arguments
 * (approval-policy.amounts-shown).
 */
export const ShownAmount = z
  .object({
    limits: z.array(z.string()).meta({ description: 'The limits that count it.' }),
    amount: z.string().optional(),
    currency: z.string().optional(),
    payee: z.string().optional(),
  })
  .meta({
    id: 'ShownAmount',
    description:
      'To be read, like the summary: as it is sent, with the digits and the exponent of a number, and with invisible characters written out. Members that are not in the arguments are absent.',
  });
export type ShownAmount = z.infer<typeof ShownAmount>;

/** The text of the model in the turn that made a held write (gate.reason). */
export const HeldReason = z.string().meta({
  description:
    'The text that the model wrote in the turn, before its calls: said by the agent, not known by the service, and not covered by the digest. At most 500 characters in one line, to be read like the summary; redacted. Absent if it wrote none.',
});

/** The place of a held write among those of its turn. */
export const HeldSet = z
  .object({
    turn: z.int().meta({ description: 'The model turn that made them.' }),
    position: z
      .int()
      .meta({ description: 'Its place, from 1. A corrected write keeps the place of the first.' }),
    of: z.int().meta({ description: 'How many were held together.' }),
  })
  .meta({ id: 'HeldSet' });

/**
 * A held write as a person sees it: on its thread, in the inbox, in events and by MCP tools. A new field is added here,
 * and to the places that show it.
 */
export const HeldWrite = z.object({
  payment: ShownPayment.optional().meta({
    description: 'For a write whose patch declares a payment: what it pays, and to whom. To be shown first.',
  }),
  unusual: z.array(Unusual).optional().meta({
    description:
      'The unusual circumstances of a payment, as of when the call came to its gate. Absent if its account is malformed.',
  }),
  summary: WriteSummary,
  args: FreeJson.meta({ description: 'All of them, redacted. What is sent.' }),
  connection: ConnectionRef.optional().meta({
    description: 'Where it would be sent. Absent for a built-in patch.',
  }),
  risk: RiskLevel,
  reason: HeldReason.optional(),
  ...turnedDownBefore,
  amounts: z.array(ShownAmount).optional().meta({
    description:
      'For a write that a policy with limits holds: amounts and payees, independent of the summary.',
  }),
  origins: z.array(ValueOrigin).max(mostOrigins).optional().meta({
    description:
      'Where the values of the arguments were seen before the model made the call, those of its payment first. Absent if it could not be found out in time.',
  }),
  accounts: z.array(ShownAccount).optional().meta({
    description:
      'For a write that a policy with `identify` checks holds: the accounts that its references resolve to. It is sent only if they still resolve to the same.',
  }),
  approvals: Approvals.optional(),
  not_before: NotBefore,
  frozen: Frozen.optional(),
  returned: Returned.optional().meta({
    description: 'The reason why the call, which had all of its approvals, went back to its gate.',
  }),
  set: HeldSet.optional().meta({
    description: 'All writes of one turn that need a confirmation are held together: which of them this is.',
  }),
  digest: Digest.optional(),
  document: z.string().optional().meta({
    description:
      'The decided and sent content, as canonical JSON (RFC 8785): `{tool_call_id, patch_ref, connection, args, policy}`, `accounts`, `payment: {amount, currency, account, institution_id}` and `origins: [{path, from}]` where they are shown, and `context` if the request uses values of it. `digest` is the SHA-256 of exactly this text. `connection` is `{id, name, configuration}` or null, `configuration` being a keyed hash of base URL, credentials and headers. Redacted values are replaced by a keyed hash.',
  }),
  revised_from: Uuid.optional().meta({
    description: 'The call whose arguments an approver revised to these.',
  }),
  gate_rule: GateRule.optional().meta({
    description: 'The rule that holds it, if a policy does: `policy` is the version that the digest covers.',
  }),
  notes: z.array(z.string()).optional().meta({ description: 'Further notes for the approver.' }),
  repeats: RepeatedCall.optional().meta({
    description: 'A call with the same effect was made before. If this one is approved, it is made again.',
  }),
});
export type HeldWrite = z.infer<typeof HeldWrite>;

/** A write held at a gate (thread.list.pending-confirmation). */
export const PendingConfirmation = z
  .object({ ...pendingCall, ...HeldWrite.shape, ...waitingTimes })
  .meta({ id: 'PendingConfirmation' });
export type PendingConfirmation = z.infer<typeof PendingConfirmation>;

/** The beginning of the newest message of a thread. */
const LastMessage = z
  .object({ role: MessageRole, content: z.string(), created_at: Timestamp })
  .meta({ id: 'LastMessage' });

/** A listed thread (thread.list.fields). */
export const Thread = z
  .object({
    id: Uuid,
    title: z.string(),
    subject_ref: SubjectRef,
    agent: AgentRef,
    message_count: z.int(),
    last_message: LastMessage.optional().meta({
      description: `\`content\` is cut to ${previewLength} characters.`,
    }),
    pending_elicitation: PendingElicitation.nullable(),
    pending_action: PendingAction.nullable(),
    pending_confirmation: PendingConfirmation.optional().meta({
      description: 'The oldest held write on which nobody has decided.',
    }),
    pending_confirmations: z.array(PendingConfirmation).optional().meta({
      description:
        'In one thread: all held writes on which nobody has decided, those of the oldest run first, in the order of the model. Absent if there are none.',
    }),
    pending_confirmations_count: z.int().optional().meta({
      description: 'In a list: how many held writes there are on which nobody has decided.',
    }),
    metadata: Metadata.optional(),
    context: Context.optional().meta({
      description: 'The context of the thread, in one thread that is read with an API key.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Thread' });
export type Thread = z.infer<typeof Thread>;
