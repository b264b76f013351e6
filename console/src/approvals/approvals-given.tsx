import { visibleLine } from '#contract/unseen-characters.ts';
import type { Approvals } from '../conversation/event-data.ts';

/** How many approvals a held write has and needs, and whose they are. One that needs a single one says nothing. */
export function ApprovalsGiven({ approvals: { required, given } }: { approvals: Approvals }) {
  if (required === 1) return null;
  const names = given.map(({ actor }) => visibleLine(actor)).join(', ');
  return (
    <p className="mt-3 text-[13px] text-muted">
      {given.length} of {required} approvals{names !== '' && `: ${names}`}
    </p>
  );
}
