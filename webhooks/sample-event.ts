import type { Event } from '#contract/event.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { newEventId } from '#store/mongo/ids.ts';

/** The event of a test delivery: a `run.completed` without a run, whose source is the endpoint (webhook.test). */
export function sampleEvent(endpoint: { id: string; workspace_id: string }): Event {
  return {
    id: newEventId(),
    type: 'run.completed',
    created_at: toTimestamp(new Date()),
    seq: null,
    origin: 'api',
    source: { kind: 'endpoint', id: endpoint.id },
    parent: null,
    context: { workspace_id: endpoint.workspace_id },
    data: { state: 'closed', cost_credits: 0, reason: 'finished' },
  };
}
