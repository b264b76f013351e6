import { subscribes } from '#contract/webhook-endpoint.ts';
import type { Check, Finding } from './check.ts';

/** Every event reaches the endpoints that subscribe to it. */
export const webhookDeliveries: Check = {
  rule: 'webhook-deliveries',
  holds: 'A webhook endpoint takes every event that it asked for, signed, as it is stored, and no other.',
  find({ runs, endpoints, deliveries }) {
    const events = runs.flatMap((run) => run.events);
    const stored = new Map(events.map((event) => [event.id, event]));
    const findings: Finding[] = [];
    for (const endpoint of endpoints) {
      const got = deliveries.filter(({ endpoint: name }) => name === endpoint.name);
      const taken = new Set(got.filter(({ accepted }) => accepted).map(({ event }) => event.id));
      for (const { id, type, run_id, thread_id, seq } of events) {
        if (!subscribes(endpoint, type) || taken.has(id)) continue;
        findings.push({ what: `${endpoint.name} did not get ${type}, ${seq}`, run_id, thread_id });
      }
      for (const { event, signed } of got) {
        const { id, type, run_id, thread_id, seq } = event;
        const original = stored.get(id);
        const asStored = original?.type === type && original.seq === seq && original.run_id === run_id;
        const what =
          signed === false
            ? 'an event with a bad signature'
            : !asStored
              ? `an event that is not stored so: ${type}, ${seq}`
              : !subscribes(endpoint, type)
                ? `an event that it did not ask for: ${type}`
                : undefined;
        if (what !== undefined) findings.push({ what: `${endpoint.name} got ${what}`, run_id, thread_id });
      }
    }
    return findings;
  },
};
