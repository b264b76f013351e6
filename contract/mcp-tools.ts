import { z } from 'zod';
import { NewDecision, NewOutcome } from './decisions.ts';
import { PatchRef, Uuid } from './ids.ts';
import { FreeJson } from './json.ts';
import { NewMessage } from './message.ts';
import { ConnectionRef } from './refs.ts';
import { RunError } from './run.ts';
import { closeReasons, runStates } from './run-state.ts';
import { HeldWrite } from './thread.ts';
import { Timestamp } from './timestamp.ts';

/** The longest time that a tool call waits for a run, in seconds: below the time-outs that clients have. */
export const longestToolWait = 30;

const wait = (seconds: number) =>
  z
    .int()
    .min(0)
    .max(longestToolWait)
    .default(seconds)
    .meta({ description: 'How many seconds to wait for the agent to finish, or to need something.' });

const runId = Uuid.meta({ description: 'The run, as an earlier result names it.' });

/** Arguments of `send_message` (mcp.server.send-message). */
export const SendMessage = z
  .strictObject({
    message: NewMessage.shape.content.meta({ description: "The user's message to the agent." }),
    thread_id: Uuid.optional().meta({
      description: 'An earlier conversation to continue. Default: the one that was used last.',
    }),
    new_conversation: z.boolean().default(false).meta({ description: 'Start a new conversation.' }),
    while_held: NewMessage.shape.while_held,
    wait: wait(longestToolWait),
  })
  .refine(({ thread_id, new_conversation }) => thread_id === undefined || !new_conversation, {
    path: ['thread_id'],
    message: 'must not be given for a new conversation',
  });

/** Arguments of `get_run` (mcp.server.get-run). */
export const GetToolRun = z.strictObject({ run_id: runId, wait: wait(0) });

/** Arguments of `confirm` (mcp.server.write-tools). */
export const ConfirmCall = z.strictObject({
  run_id: runId,
  tool_call_id: Uuid.meta({ description: 'The held call, from `pending`.' }),
  decision: NewDecision.shape.decision.meta({ description: "The user's decision." }),
  detail: NewDecision.shape.detail,
  digest: NewDecision.shape.digest,
  wait: wait(longestToolWait),
});

/** Arguments of `report_outcome` (mcp.server.write-tools). */
export const ReportOutcome = z.strictObject({
  run_id: runId,
  tool_call_id: Uuid.meta({ description: 'The proposed action, from `pending`.' }),
  state: NewOutcome.shape.state.meta({ description: 'Whether the action took place.' }),
  detail: NewOutcome.shape.detail,
  wait: wait(longestToolWait),
});

/** The item that a paused run waits for, as tools show it. */
export const Pending = z.object({
  kind: z.enum(['question', 'confirmation', 'action']).meta({
    description:
      '`question`: the agent asks the user. `confirmation`: a person must approve or reject a held write. `action`: the caller is to do something and report the outcome.',
  }),
  tool_call_id: Uuid,
  patch_ref: PatchRef.optional(),
  prompt: FreeJson.optional().meta({ description: 'The prompt of a question.' }),
  ...HeldWrite.shape,
  summary: HeldWrite.shape.summary.optional().meta({ description: 'The held call.' }),
  args: FreeJson.optional().meta({
    description: 'The arguments of a held write, redacted, or of a proposed action.',
  }),
  connection: ConnectionRef.optional().meta({ description: 'Where a held write would be sent.' }),
  risk: HeldWrite.shape.risk.optional(),
  approval_url: z.url().optional().meta({
    description: 'Where the user signs in and decides on a held write. The address alone lets nobody in.',
  }),
  created_at: Timestamp.meta({ description: 'Since when the run waits.' }),
  expires_at: Timestamp.meta({ description: 'Until when it waits.' }),
});
export type Pending = z.infer<typeof Pending>;

/** The result of every tool: a run as far as it got. */
export const ToolRun = z.object({
  run_id: Uuid,
  thread_id: Uuid.meta({ description: 'The conversation.' }),
  state: z.enum(runStates),
  terminal: z.boolean().meta({ description: 'True if the run will not change again.' }),
  reply: z.string().optional().meta({ description: "The agent's reply." }),
  pending: Pending.optional().meta({
    description: 'The item that the run waits for: of several held writes, the first.',
  }),
  pending_confirmations: z.array(Pending).optional().meta({
    description:
      'If several writes are held: all on which nobody has decided. Each is decided by its `tool_call_id`.',
  }),
  reason: z.enum(closeReasons).optional(),
  error: RunError.optional(),
  next: z.string().optional().meta({ description: 'The next action for the client.' }),
});
export type ToolRun = z.infer<typeof ToolRun>;

/** The name in a tool call's `_meta` of the key under which it is done at most once, for clients that repeat calls. */
export const idempotencyMeta = 'Idempotency-Key';
