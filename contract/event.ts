import { z } from 'zod';
import { AgentId, EventId, Uuid } from './ids.ts';
import { FreeJson } from './json.ts';
import { Timestamp } from './timestamp.ts';

/** Every event type (event.type.*). */
export const eventTypes = [
  'run.started',
  'run.completed',
  'run.failed',
  'elicitation.requested',
  'action.proposed',
  'write.confirmation_requested',
  'write.approval_recorded',
  'approval.reminder',
  'approval.escalated',
  'handoff.requested',
  'message.completed',
  'tool_call.started',
  'tool_call.completed',
  'plan.updated',
  'payment.settled',
  'payment.returned',
  'payment.failed',
  'extract.completed',
  'extract.failed',
  'message.delta',
  'message.block',
] as const;
export type EventType = (typeof eventTypes)[number];
export const EventTypeName = z.enum(eventTypes).meta({ id: 'EventType' });

/** The origins of work. */
export const origins = ['agent', 'api', 'mcp', 'console', 'playground'] as const;
export type Origin = (typeof origins)[number];
export const OriginName = z.enum(origins).meta({ id: 'Origin' });

/** The source of an event: a run, a request, or the test of a webhook endpoint. */
export const EventSource = z
  .object({ kind: z.enum(['run', 'request', 'endpoint']), id: Uuid })
  .meta({ id: 'EventSource' });

/** Where an event happened. */
export const EventContext = z
  .object({
    workspace_id: Uuid,
    connection_id: Uuid.optional(),
    agent_id: AgentId.optional(),
    agent_key: z.string().optional(),
    thread_id: Uuid.optional(),
    subject_ref: z.string().optional(),
    product: z.string().optional(),
  })
  .meta({ id: 'EventContext' });

/** The one envelope of every transport. `ShownEvent` says which data each type has. */
export const Event = z.object({
  id: EventId,
  type: EventTypeName,
  created_at: Timestamp,
  seq: z.int().nullable().meta({
    description: 'Counts the events of one run from 1, without gaps. Null on events beside that order.',
  }),
  origin: OriginName,
  source: EventSource,
  parent: z.null().meta({
    // Generators know a constant, but not every one knows the type `null`.
    override: ({ jsonSchema }: { jsonSchema: { type?: unknown; const?: unknown } }) => {
      delete jsonSchema.type;
      jsonSchema.const = null;
    },
  }),
  context: EventContext,
  run_id: Uuid.optional(),
  thread_id: Uuid.optional(),
  data: FreeJson.optional(),
});
export type Event = z.infer<typeof Event>;

/** Data of `message.delta`. */
export const MessageDelta = z
  .object({
    message_id: Uuid.meta({ description: 'Id that the message will have once it is completed.' }),
    index: z.int().min(0).meta({
      description:
        'Counts the deltas of a message. 0 starts the message, or starts it again with all of its text so far. The texts from the latest 0 on are the reply so far.',
    }),
    text: z.string(),
  })
  .meta({ id: 'MessageDelta' });
export type MessageDelta = z.infer<typeof MessageDelta>;

/** Events after which a run is no longer `running`, for which `?wait=` waits. */
export const settlingEventTypes = [
  'run.completed',
  'run.failed',
  'elicitation.requested',
  'action.proposed',
  'write.confirmation_requested',
] as const satisfies readonly EventType[];
