import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { ToolCall } from '../../../api/schema.ts';
import { Time } from '../../../time/time.tsx';
import { DecisionWords } from '../../../signatures/decision-words.tsx';
import { JsonView } from '../../../ui/json-view.tsx';

/** The persons who decided on a call and who reported its outcome. */
export function CallWords({ call: { decisions = [], outcome } }: { call: ToolCall }) {
  return (
    <>
      {decisions.map((decision) => (
        <DecisionWords key={`${decision.at} ${decision.actor}`} decision={decision} />
      ))}
      {outcome !== undefined && outcome !== null && (
        <Word
          text={`${outcome.state === 'occurred' ? 'Reported as done' : 'Reported as failed'} by ${nameOf(outcome)}`}
          at={outcome.created_at}
          detail={outcome.detail}
        />
      )}
    </>
  );
}

const nameOf = ({ actor }: { actor?: string }): string => visibleLine(actor ?? 'nobody named');

function Word({ text, at, detail }: { text: string; at: string; detail?: unknown }) {
  return (
    <div className="mt-2 text-note">
      <p>
        {text}, <Time at={at} className="text-muted" />
      </p>
      {detail !== undefined && <JsonView value={detail} label="Detail" className="mt-1.5" />}
    </div>
  );
}
