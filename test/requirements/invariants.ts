import type { Requirement } from './requirement.ts';

/** What holds whatever is killed, races or is repeated. */
export const invariants = [
  {
    id: 'invariant.accepted-message-never-lost',
    behaviour:
      'A message that got its 202 has exactly one reply after a kill of API, worker, Temporal or MongoDB at any instant.',
  },
  {
    id: 'invariant.unstarted-run-is-swept',
    behaviour: 'A stored message whose workflow was not started is started by a sweep, once.',
  },
  {
    id: 'invariant.accepted-decision-never-lost',
    behaviour: 'A stored answer, decision or outcome whose signal was not sent is delivered by a sweep.',
  },
  {
    id: 'invariant.sweep-is-quiet',
    behaviour:
      'While nothing is lost a sweep calls nobody: not for a long turn, a waiting run, nor a cancelled pause.',
  },
  {
    id: 'invariant.sweep-is-fair',
    behaviour:
      'A sweep takes of every workspace and of every thread in turn, is bounded in number and time, and goes past what it cannot tell.',
  },
  {
    id: 'invariant.stores-agree-again',
    behaviour:
      'After one of the two stores was restored or lost, open runs and their workflows are compared until they agree: what is stored goes on, and no sent call is repeated.',
  },
  {
    id: 'invariant.reconcile-is-fair',
    behaviour: 'Runs are compared with their workflows from each workspace in turn, whoever has how many.',
  },
  {
    id: 'invariant.reconcile-is-bounded',
    behaviour:
      'However many runs are open, a sweep looks at a limited number of workflows, and continues where the one before it stopped.',
  },
  {
    id: 'invariant.lost-signal-comes-soon',
    behaviour: 'What Temporal refused while it was away is told by the next sweep after it is back.',
  },
  {
    id: 'invariant.decision-seen-once',
    behaviour: 'The workflow acts on an accepted decision exactly once, however often it is signalled.',
  },
  {
    id: 'invariant.persist-then-announce',
    behaviour: 'A decision sent the instant an event or a poll shows the pause is accepted.',
  },
  {
    id: 'invariant.at-most-once-call',
    behaviour: 'A call that is not idempotent is never sent twice, whatever is killed.',
  },
  {
    id: 'invariant.event-once',
    behaviour: 'An event exists once, and after kills none is missing and seq is complete.',
  },
  {
    id: 'invariant.every-order',
    behaviour:
      'In whatever order inputs come, twice, late or lost, every rule of a run holds, and every run ends in the end.',
  },
  {
    id: 'invariant.history-carries-ids',
    behaviour:
      'Workflow histories hold ids and small directives, and no message text, arguments, results or secrets.',
  },
  {
    id: 'invariant.replay',
    behaviour: 'The workflow code replays every committed history.',
  },
  {
    id: 'invariant.replay-catches-change',
    behaviour: 'An incompatible change of the workflow makes the replay fail.',
  },
  {
    id: 'invariant.history-goes-on-as-new',
    behaviour:
      'A run whose history grows long is continued as new, also while it waits for the thread lock, and misses no signal.',
  },
  {
    id: 'worker.stop.sent-calls',
    behaviour:
      'A worker that is told to stop waits for the calls that it has sent, makes no further one, and leaves everything else to others within seconds.',
  },
  { id: 'worker.stop.twice', behaviour: 'A process that is told to stop twice ends at once.' },
  {
    id: 'invariant.no-instance-state',
    behaviour: 'With two API processes a message posted to one is read and waited for at the other.',
  },
] as const satisfies readonly Requirement[];
