import { visibleLine } from '#contract/words/unseen-characters.ts';
import { titleOf } from '../../../approvals/title-of.ts';
import { expiresSoon } from '../../../inbox-news/notices.ts';
import { Time } from '../../../time/time.tsx';
import { useNow } from '../../../time/use-now.ts';
import { Badge } from '../../../ui/badge.tsx';
import { RiskBadge } from '../../../ui/state-badge.tsx';
import type { KeptRow } from '../many/kept-rows.ts';
import { factsOf } from './row-facts.ts';

const states = { waits: undefined, changed: 'Has changed', gone: 'No longer listed' } as const;

/** The text of a row. That it has changed or is gone stands in the place of its risk, so that it stays as high as it is. */
export function RowText({ row: { item, state } }: { row: KeptRow }) {
  const said = states[state];
  const soon = expiresSoon(item, useNow());
  return (
    <>
      <span className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 truncate text-sm font-medium">{titleOf(item)}</span>
        <Time at={item.created_at} as="age" className="shrink-0 text-xs text-muted" />
      </span>
      <Facts facts={factsOf(item)} />
      <span className="mt-1 flex items-center gap-2 text-note text-muted">
        <span className="min-w-0 flex-1 truncate">
          <bdi>{visibleLine(item.agent.name)}</bdi> for <bdi>{visibleLine(item.subject_ref)}</bdi>
        </span>
        {soon && said === undefined && (
          <span className="shrink-0 text-xs font-medium text-warn">
            expires <Time at={item.expires_at} as="age" />
          </span>
        )}
        {said !== undefined && <Badge tone="warn">{said}</Badge>}
        {said === undefined && item.risk !== undefined && item.kind === 'confirmation' && (
          <RiskBadge risk={item.risk} />
        )}
      </span>
    </>
  );
}

/** Payee and amount. */
function Facts({ facts }: { facts: string[] }) {
  if (facts.length === 0) return null;
  return (
    <span className="mt-0.5 flex gap-3 text-note">
      {facts.map((fact, index) => (
        <span key={index} className="min-w-0 truncate">
          <bdi>{fact}</bdi>
        </span>
      ))}
    </span>
  );
}
