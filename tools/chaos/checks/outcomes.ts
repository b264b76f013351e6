import { callsById, tracedCall } from '../evidence/calls.ts';
import type { PostedOutcome } from '../journal/journal.ts';
import { type Check, findingsOf } from './check.ts';

/** A reported outcome is not lost. */
export const outcomes: Check = {
  rule: 'outcomes',
  holds: 'An accepted outcome, however late, is recorded on its call; the first stands.',
  find(evidence) {
    const calls = callsById(evidence);
    return [...Map.groupBy(evidence.journal.outcomes, ({ tool_call_id }) => tool_call_id)].flatMap(
      ([tool_call_id, told]) => {
        const found = calls.get(tool_call_id);
        if (found === undefined) return [];
        const recorded = tracedCall(found.run, found.call.args?.['mark'])?.outcome;
        return findingsOf(found.run, [faultOf(told, recorded ?? undefined)], tool_call_id);
      },
    );
  },
};

function faultOf(
  told: PostedOutcome[],
  recorded: { state: string; detail?: Record<string, unknown> | undefined } | undefined,
): string | undefined {
  const accepted = told.filter(({ fate }) => fate.is === 'accepted');
  if (recorded === undefined) {
    return accepted.length === 0
      ? undefined
      : `${accepted.length} outcomes were accepted, and none is recorded`;
  }
  const source = told.find(({ word }) => word === recorded.detail?.['word']);
  if (source === undefined) return 'an outcome is recorded that nobody told';
  if (source.state !== recorded.state) return `${source.state} was told, and ${recorded.state} is recorded`;
  const earlier = accepted.some(({ fate }) => fate.is === 'accepted' && fate.at < source.sent_at);
  return earlier ? 'a later outcome stands instead of the first' : undefined;
}
