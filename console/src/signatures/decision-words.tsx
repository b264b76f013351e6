import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { RecordedDecision } from '../api/schema.ts';
import { waysOf } from '../approvals/may-approve.ts';
import { Time } from '../time/time.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { SignedDecision } from './signed-decision.tsx';

/** A decision of a trace: who, when, how they are known, what has ended it, and its signature. */
export function DecisionWords({ decision }: { decision: RecordedDecision }) {
  const { decision: verdict, actor, via, at, withdrawn_at, lapsed_at, detail } = decision;
  const verb = verdict === 'approve' ? 'Approved' : 'Rejected';
  return (
    <div className="mt-2 text-note">
      <p>
        {`${verb} by ${visibleLine(actor ?? 'nobody named')}`}, <Time at={at} className="text-muted" />
        {via !== undefined && <span className="text-muted">, known by {waysOf([via])}</span>}
        {withdrawn_at !== undefined && (
          <>
            . Withdrawn <Time at={withdrawn_at} className="text-muted" />
          </>
        )}
        {lapsed_at !== undefined && (
          <>
            . Lapsed <Time at={lapsed_at} className="text-muted" />
          </>
        )}
      </p>
      <SignedDecision decision={decision} />
      {detail !== undefined && <JsonView value={detail} label="Detail" className="mt-1.5" />}
    </div>
  );
}
