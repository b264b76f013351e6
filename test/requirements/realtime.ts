import type { Requirement } from './requirement.ts';

/** Realtime: configuration, channel authorization, publishing. */
export const realtime = [
  {
    id: 'realtime.config',
    behaviour:
      'GET /v1/loom/realtime/config returns enabled, key and cluster, and no secret; for a server of the deployment’s own also host, port and use_tls, with which the documented code connects.',
  },
  {
    id: 'realtime.config.disabled',
    behaviour: 'Without a provider enabled is false, and polling the run serves.',
  },
  {
    id: 'realtime.auth',
    behaviour:
      'POST /v1/loom/realtime/auth answers 200 with the payload of the provider in data and beside it at the top level.',
  },
  {
    id: 'realtime.auth.form-body',
    behaviour: 'The form-encoded body of the stock client is accepted too.',
  },
  {
    id: 'realtime.auth.unauthorized',
    behaviour: 'Missing or invalid credentials are 401.',
  },
  {
    id: 'realtime.auth.subject-required',
    behaviour: 'Relay mode without Service-Subject is 422 subject_required.',
  },
  {
    id: 'realtime.auth.forbidden',
    behaviour: 'A thread that does not exist, or is of another subject, is 403 forbidden.',
  },
  {
    id: 'realtime.auth.malformed',
    behaviour:
      'A channel other than private-thread-<uuid>, or a malformed socket id, is 422 invalid_request.',
  },
  {
    id: 'realtime.publish',
    behaviour:
      'Every event with a thread reaches private-thread-{thread_id} under the name of its type, with the envelope as payload.',
  },
  {
    id: 'realtime.publish.no-thread',
    behaviour: 'Events with no thread are not published.',
  },
  {
    id: 'realtime.publish.delta-batches',
    behaviour: 'Deltas are batched to at most 10 a second a run.',
  },
  {
    id: 'realtime.publish.too-large',
    behaviour: 'An envelope over 10 KB goes without data.',
  },
  {
    id: 'realtime.publish.provider-down',
    behaviour: 'A provider that is down or slow never delays or fails a run.',
  },
] as const satisfies readonly Requirement[];
