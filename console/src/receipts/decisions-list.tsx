import { visibleLine } from '#contract/words/unseen-characters.ts';
import { waysOf } from '../approvals/may-approve.ts';
import { Time } from '../time/time.tsx';
import { SignedBy } from './signed-by.tsx';

type Statement = Record<string, unknown>;

/** Decisions as a receipt has them, each with what has ended it. */
export function DecisionsList({ decisions, receipt }: { decisions: Statement[]; receipt: Statement }) {
  return (
    <ul>
      {decisions.map((decision, index) => (
        <Decided key={index} decision={decision} receipt={receipt} />
      ))}
    </ul>
  );
}

function Decided({ decision: said, receipt }: { decision: Statement; receipt: Statement }) {
  const { actor, via, decision, at, withdrawn_at, lapsed_at } = said;
  return (
    <li>
      <bdi>{visibleLine(typeof actor === 'string' ? actor : 'an unnamed person')}</bdi>
      {typeof via === 'string' && <span className="text-muted">, known by {waysOf([via])}</span>}:{' '}
      {String(decision)} {typeof at === 'string' && <Time at={at} className="text-muted" />}
      {typeof withdrawn_at === 'string' && (
        <>
          , taken back <Time at={withdrawn_at} className="text-muted" />
        </>
      )}
      {typeof lapsed_at === 'string' && (
        <>
          , lapsed <Time at={lapsed_at} className="text-muted" />
        </>
      )}
      {via === 'passkey' && withdrawn_at === undefined && lapsed_at === undefined && (
        <SignedBy decision={said} receipt={receipt} />
      )}
    </li>
  );
}
