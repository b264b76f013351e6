import type { Event } from '#contract/event.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { eventMadeAt, newEventId } from '#store/mongo/ids.ts';

/**
 * The event of a test delivery: a `run.completed` without a run, whose source is the endpoint (webhook.test). It is stored
 * nowhere, and always the same for the same id.
 */
export function sampleEvent(endpoint: { id: string; workspace_id: string }, id = newEventId()): Event {
  return {
    id,
    type: 'run.completed',
    created_at: toTimestamp(eventMadeAt(id)),
    seq: null,
    origin: 'api',
    source: { kind: 'endpoint', id: endpoint.id },
    parent: null,
    context: { workspace_id: endpoint.workspace_id },
    data: { state: 'closed', cost_credits: 0, reason: 'finished' },
  };
}
