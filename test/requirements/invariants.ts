import type { Requirement } from './requirement.ts';

/** What holds whatever is killed, raced or repeated. */
export const invariants = [
  {
    id: 'invariant.accepted-message-never-lost',
    source: 'invariant 1',
    issue: 3,
    behaviour:
      'A message that got its 202 has exactly one reply after a kill of API, worker, Temporal or MongoDB at any instant.',
  },
  {
    id: 'invariant.unstarted-run-is-swept',
    source: 'invariant 1',
    issue: 3,
    behaviour: 'A stored message whose workflow was not started is started by a sweep, once.',
  },
  {
    id: 'invariant.accepted-decision-never-lost',
    source: ['invariant 1', 'contract.md 4'],
    issue: 4,
    behaviour: 'A stored answer, decision or outcome whose signal was not sent is delivered by a sweep.',
  },
  {
    id: 'invariant.sweep-is-quiet',
    source: 'invariant 1',
    issue: 12,
    behaviour:
      'While nothing is lost a sweep calls nobody: not for a long turn, a run in line, nor a cancelled pause.',
  },
  {
    id: 'invariant.sweep-is-fair',
    source: 'invariant 1',
    issue: 12,
    behaviour:
      'A sweep takes of every workspace and of every thread in turn, is bounded in number and time, and goes past what it cannot tell.',
  },
  {
    id: 'invariant.lost-signal-comes-soon',
    source: 'invariant 1',
    issue: 12,
    behaviour: 'What Temporal refused while it was away is told by the next sweep after it is back.',
  },
  {
    id: 'invariant.decision-seen-once',
    source: 'invariant 2',
    issue: 4,
    behaviour: 'The workflow acts on an accepted decision exactly once, however often it is signalled.',
  },
  {
    id: 'invariant.persist-then-announce',
    source: ['contract.md 4', 'invariant 3'],
    issue: 4,
    behaviour: 'A decision sent the instant an event or a poll shows the pause is accepted.',
  },
  {
    id: 'invariant.at-most-once-call',
    source: ['contract.md 3', 'invariant 5'],
    issue: 4,
    behaviour: 'A call that is not idempotent is never sent twice, whatever is killed.',
  },
  {
    id: 'invariant.event-once',
    source: ['contract.md 7', 'invariant 5'],
    issue: 6,
    behaviour: 'An event exists once, and after kills none is missing and seq is complete.',
  },
  {
    id: 'invariant.every-order',
    source: ['invariant 1', 'invariant 2', 'invariant 5'],
    issue: 12,
    behaviour:
      'In whatever order inputs come, twice, late or lost, every rule of a run holds, and every run ends in the end.',
  },
  {
    id: 'invariant.history-carries-ids',
    source: 'invariant 6',
    issue: 3,
    behaviour:
      'Workflow histories hold ids and small directives, and no message text, arguments, results or secrets.',
  },
  {
    id: 'invariant.replay',
    source: 'invariant 7',
    issue: 3,
    behaviour: 'The workflow code replays every committed history.',
  },
  {
    id: 'invariant.replay-catches-change',
    source: 'invariant 7',
    issue: 3,
    behaviour: 'An incompatible change of the workflow makes the replay fail.',
  },
  {
    id: 'invariant.history-goes-on-as-new',
    source: ['invariant 6', 'invariant 7'],
    issue: 12,
    behaviour:
      'A run whose history grows long is continued as new, also while it waits in line, and misses nothing that it was told.',
  },
  {
    id: 'invariant.no-instance-state',
    source: 'invariant 8',
    issue: 3,
    behaviour: 'With two API processes a message posted to one is read and waited for at the other.',
  },
] as const satisfies readonly Requirement[];
