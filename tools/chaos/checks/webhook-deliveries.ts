import type { Event } from '#contract/event.ts';
import { subscribes } from '#contract/webhook-endpoint.ts';
import { eventsOfErased } from '../evidence/erased.ts';
import type { KnownEndpoint } from '../evidence/evidence.ts';
import type { Check, Finding } from './check.ts';

/** Every event reaches the endpoints that subscribe to it. */
export const webhookDeliveries: Check = {
  rule: 'webhook-deliveries',
  holds: 'A webhook endpoint takes every event that it asked for, signed, as it is stored, and no other.',
  find({ journal, runs, extractionEvents, endpoints, deliveries }) {
    const isErased = eventsOfErased(journal);
    const events = [...runs.flatMap((run) => run.events), ...extractionEvents];
    const stored = new Map(events.map((event) => [event.id, event]));
    return endpoints.flatMap((endpoint): Finding[] => {
      const got = deliveries.filter(
        ({ endpoint: name, event }) => name === endpoint.name && !isErased(event),
      );
      const taken = new Set(got.filter(({ accepted }) => accepted).map(({ event }) => event.id));
      const missed = events.filter(({ id, type }) => subscribes(endpoint, type) && !taken.has(id));
      return [
        ...missed.map((event) => ({ event, fault: `did not get ${event.type}, ${event.seq}` })),
        ...got.map(({ event, signed }) => ({ event, fault: wrong(event, signed, endpoint) })),
      ].flatMap(({ event: { run_id, thread_id }, fault }) =>
        fault === undefined ? [] : [{ what: `${endpoint.name} ${fault}`, run_id, thread_id }],
      );
    });

    function wrong({ id, type, seq, run_id }: Event, signed: boolean | undefined, endpoint: KnownEndpoint) {
      if (signed === false) return 'got an event with a bad signature';
      const original = stored.get(id);
      if (original?.type !== type || original.seq !== seq || original.run_id !== run_id) {
        return `got an event that is not stored so: ${type}, ${seq}`;
      }
      return subscribes(endpoint, type) ? undefined : `got an event that it did not ask for: ${type}`;
    }
  },
};
