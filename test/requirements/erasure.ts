import type { Requirement } from './requirement.ts';

/** Erasing a subject, and how long data is kept. */
export const erasure = [
  {
    id: 'erasure.everything',
    behaviour:
      'DELETE /v1/subjects/{subject_ref} is 202 with a running erasure; once GET /v1/erasures/{id} says completed, no collection holds anything of the subject.',
  },
  {
    id: 'erasure.speech',
    behaviour:
      'Speech that only the subject has heard is erased with its pieces; speech that others have heard forgets the subject.',
  },
  {
    id: 'erasure.others-untouched',
    behaviour: 'An erasure changes nothing of another subject, nor of the same subject of another workspace.',
  },
  {
    id: 'erasure.ledger-stays',
    behaviour: 'The entries of the ledger stay, without content, and still sum to the balance.',
  },
  {
    id: 'erasure.no-name-kept',
    behaviour:
      'The name of an erased subject is in no workflow history, log line, request record or completed erasure.',
  },
  {
    id: 'erasure.cancels-first',
    behaviour: 'Open runs of the subject are cancelled first, and write nothing once they are erased.',
  },
  {
    id: 'erasure.sent-calls-first',
    behaviour:
      'A call under way is told as what became of it, outcome_unknown included, before it is erased.',
  },
  {
    id: 'erasure.refuses-new-work',
    behaviour:
      'While a subject is erased its threads and messages are refused with 409 erasure_running; what was begun before is not stored after.',
  },
  {
    id: 'erasure.once',
    behaviour: 'An erasure of a subject that is asked for again while it runs is answered as the same one.',
  },
  {
    id: 'erasure.swept',
    behaviour: 'An erasure whose workflow was not started, or was ended from outside, is started by a sweep.',
  },
  {
    id: 'erasure.goes-on',
    behaviour: 'A worker that dies at any point of an erasure leaves nothing that is not erased by the next.',
  },
  {
    id: 'erasure.streams',
    behaviour: 'A stream of events that is open ends when its thread is erased.',
  },
  {
    id: 'retention.settings',
    behaviour:
      'Events and request records are kept for as long as the deployment sets, 30 days unless it does, from the next migration on.',
  },
  {
    id: 'retention.traces',
    behaviour:
      'Where TRACE_RETENTION_DAYS is set, what a run did leaves its trace so many days after its end; its state, messages and token counts stay, and so do proposed actions without their content, for outcomes that are reported late.',
  },
  {
    id: 'tenancy.every-operation',
    behaviour:
      'Every operation of the API description refuses, or shows nothing of, another workspace and another subject, takes no session token where an API key is needed, and finds nothing under a parent that is gone.',
  },
] as const satisfies readonly Requirement[];
