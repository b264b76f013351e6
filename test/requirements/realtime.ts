import type { Requirement } from './requirement.ts';

/** Realtime: configuration, channel authorization, publishing. */
export const realtime = [
  {
    id: 'realtime.config',
    source: 'service.md Realtime',
    issue: 6,
    behaviour: 'GET /v1/loom/realtime/config returns enabled, key and cluster, and no secret.',
  },
  {
    id: 'realtime.config.disabled',
    source: ['service.md Realtime', 'service.md Other'],
    issue: 6,
    behaviour: 'Without a provider enabled is false, and polling the run serves.',
  },
  {
    id: 'realtime.auth',
    source: ['service.md Realtime', 'contract.md 7'],
    issue: 6,
    behaviour:
      'POST /v1/loom/realtime/auth answers 200 with the payload of the provider in data and beside it at the top level.',
  },
  {
    id: 'realtime.auth.form-body',
    source: 'contract.md 7',
    issue: 6,
    behaviour: 'The form-encoded body of the stock client is accepted too.',
  },
  {
    id: 'realtime.auth.unauthorized',
    source: ['service.md Realtime', 'service.md Errors'],
    issue: 6,
    behaviour: 'Missing or invalid credentials are 401.',
  },
  {
    id: 'realtime.auth.subject-required',
    source: ['service.md Authentication', 'contract.md 2'],
    issue: 6,
    behaviour: 'Relay mode without Service-Subject is 422 subject_required.',
  },
  {
    id: 'realtime.auth.forbidden',
    source: [
      'service.md Realtime',
      'service.md Authentication',
      'service.md Errors',
      'contract.md 2',
      'contract.md 7',
    ],
    issue: 6,
    behaviour: 'A thread that does not exist, or is of another subject, is 403 forbidden.',
  },
  {
    id: 'realtime.auth.malformed',
    source: ['service.md Realtime', 'contract.md 7'],
    issue: 6,
    behaviour:
      'A channel other than private-thread-<uuid>, or a malformed socket id, is 422 invalid_request.',
  },
  {
    id: 'realtime.publish',
    source: ['service.md Events', 'contract.md 7'],
    issue: 6,
    behaviour:
      'Every event with a thread reaches private-thread-{thread_id} under the name of its type, with the envelope as payload.',
  },
  {
    id: 'realtime.publish.no-thread',
    source: 'service.md Events',
    issue: 6,
    behaviour: 'Events with no thread are not published.',
  },
  {
    id: 'realtime.publish.delta-batches',
    source: 'contract.md 7',
    issue: 6,
    behaviour: 'Deltas are batched to at most 10 a second a run.',
  },
  {
    id: 'realtime.publish.too-large',
    source: 'contract.md 7',
    issue: 6,
    behaviour: 'An envelope over 10 KB goes without data.',
  },
  {
    id: 'realtime.publish.provider-down',
    source: 'contract.md 7',
    issue: 6,
    behaviour: 'A provider that is down or slow never delays or fails a run.',
  },
] as const satisfies readonly Requirement[];
