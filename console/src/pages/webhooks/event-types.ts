import type { WebhookEndpoint } from '../../api/schema.ts';

type EventType = Exclude<WebhookEndpoint['events'][number], '*'>;

/** Each type that a webhook endpoint can ask for. The compiler refuses a list that lacks one. */
const everyType: Record<EventType, true> = {
  'run.started': true,
  'run.completed': true,
  'run.failed': true,
  'elicitation.requested': true,
  'action.proposed': true,
  'write.confirmation_requested': true,
  'write.approval_recorded': true,
  'approval.reminder': true,
  'approval.escalated': true,
  'handoff.requested': true,
  'message.completed': true,
  'tool_call.started': true,
  'tool_call.completed': true,
  'plan.updated': true,
  'payment.settled': true,
  'payment.returned': true,
  'payment.failed': true,
  'extract.completed': true,
  'extract.failed': true,
};

/** The types of events that are sent to webhook endpoints. */
export const eventTypes = Object.keys(everyType) as EventType[];
