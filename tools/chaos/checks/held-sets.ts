import type { Event } from '#contract/event.ts';
import { callsById, tracedCalls } from '../evidence/calls.ts';
import type { Evidence, RunEvidence } from '../evidence/evidence.ts';
import type { PostedRevision } from '../journal/journal.ts';
import { type Check, type Finding, findingsOf } from './check.ts';

interface Held {
  position: number;
  of: number;
}

/** The calls that a turn holds together are announced together, and decisions on many are recorded as they were answered. */
export const heldSets: Check = {
  rule: 'held-sets',
  holds:
    'The held calls of a turn are announced together, each once and by its place; each accepted item of a decision on many is recorded under the decision_id of its response; a corrected call is declined, and the one in its place is made or held.',
  find(evidence) {
    return [
      ...evidence.runs.flatMap((run) => findingsOf(run, announcementFaults(run))),
      ...decisionFindings(evidence),
      ...evidence.journal.revisions.flatMap((revision) => revisionFindings(revision, evidence)),
    ];
  },
};

function announcementFaults({ events }: RunEvidence): string[] {
  const announced = events.filter(isFirstAnnouncement);
  const turns = Map.groupBy(announced, (event) => setOf(event)?.turn);
  return [...turns].flatMap(([turn, those]) => {
    const sets = those.flatMap((event): Held[] => {
      const set = setOf(event);
      return set === undefined ? [] : [set];
    });
    const of = sets[0]?.of;
    if (of === undefined) return [];
    const places = sets.map(({ position }) => position);
    const isWhole = of === sets.length && places.every((place, index) => place === index + 1);
    const isTogether = new Set(those.map(({ created_at }) => created_at)).size === 1;
    return [
      ...(isWhole ? [] : [`turn ${turn} holds ${of} calls, and announces ${places.join(', ')}`]),
      ...(isTogether ? [] : [`turn ${turn} announces its held calls at different times`]),
    ];
  });
}

/** Neither a call that came back to its gate nor one that takes the place of another. */
function isFirstAnnouncement({ type, data }: Event): boolean {
  return (
    type === 'write.confirmation_requested' &&
    data?.['returned'] === undefined &&
    data?.['revised_from'] === undefined
  );
}

function setOf({ data }: Event): (Held & { turn: number }) | undefined {
  return data?.['set'] as (Held & { turn: number }) | undefined;
}

function decisionFindings({ journal, runs }: Evidence): Finding[] {
  const byId = new Map(runs.map((run) => [run.run.id, run]));
  return journal.decisions.flatMap(({ run_id, tool_call_id, decision, decision_id, fate, shown }) => {
    const run = byId.get(run_id);
    if (run === undefined || decision_id === undefined || fate.is !== 'accepted') return [];
    const call = tracedCalls(run).find(({ args }) => args['mark'] === shown.fields['mark']);
    const recorded = (call?.decisions ?? []).filter((each) => each.decision_id === decision_id);
    const isRecorded = recorded.length === 1 && recorded[0]?.decision === decision;
    const what = `an accepted ${decision} of ${decision_id} is recorded as ${JSON.stringify(recorded)}`;
    return findingsOf(run, [!isRecorded && what], tool_call_id);
  });
}

function revisionFindings({ run_id, args, fate, revised_to }: PostedRevision, evidence: Evidence): Finding[] {
  const run = evidence.runs.find((each) => each.run.id === run_id);
  if (run === undefined) return [];
  const made = tracedCalls(run).filter((call) => call.args['mark'] === args.mark);
  if (fate.is === 'accepted') {
    const story = callsById(evidence).get(revised_to ?? '')?.call;
    return findingsOf(
      run,
      [
        made.length !== 1 && `an accepted correction has made ${made.length} calls`,
        story?.args !== undefined &&
          story.args['mark'] !== args.mark &&
          'a correction was answered with another call',
      ],
      revised_to,
    );
  }
  return findingsOf(run, [
    fate.is === 'refused' && made.length > 0 && 'a correction that was refused has made a call',
    made.length > 1 && `a correction has made ${made.length} calls`,
  ]);
}
