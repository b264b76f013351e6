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
      'While nothing is lost a sweep calls nobody: not for a long turn, a run in line, nor a cancelled pause.',
  },
  {
    id: 'invariant.sweep-is-fair',
    behaviour:
      'A sweep takes of every workspace and of every thread in turn, is bounded in number and time, and goes past what it cannot tell.',
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
      'A run whose history grows long is continued as new, also while it waits in line, and misses nothing that it was told.',
  },
  {
    id: 'invariant.no-instance-state',
    behaviour: 'With two API processes a message posted to one is read and waited for at the other.',
  },
] as const satisfies readonly Requirement[];
