import { Link } from '@tanstack/react-router';
import { HandHelping, MessageCircleQuestionMark, ShieldAlert } from 'lucide-react';
import { visibleLine } from '#contract/unseen-characters.ts';
import type { Approval } from '../../../api/schema.ts';
import { titleOf } from '../../../approvals/title-of.ts';
import { expiresSoon } from '../../../inbox-news/notices.ts';
import { Time } from '../../../time/time.tsx';
import { useNow } from '../../../time/use-now.ts';
import { classes } from '../../../ui/classes.ts';
import { RiskBadge } from '../../../ui/state-badge.tsx';
import { factsOf } from './row-facts.ts';
import { callAttribute } from './use-inbox-keys.ts';

const kinds = {
  confirmation: { icon: ShieldAlert, says: 'Approval' },
  action: { icon: HandHelping, says: 'Action' },
  question: { icon: MessageCircleQuestionMark, says: 'Question' },
} as const;

/** One thing that waits, in the list: a link to it. */
export function InboxRow({
  item,
  current,
  resumes,
  selection,
  onFocus,
  onOpen,
}: {
  item: Approval;
  current: boolean;
  /** Whether it has taken the place of what is shown: `j` goes to it. */
  resumes: boolean;
  /** Whether it is selected; undefined for what cannot be. */
  selection: { selected: boolean; onSelect: (selected: boolean) => void } | undefined;
  onFocus: () => void;
  /** Before it is shown by a click. */
  onOpen: () => void;
}) {
  const { icon: Icon, says } = kinds[item.kind];
  const soon = expiresSoon(item, useNow());
  return (
    <div
      {...{ [callAttribute]: item.tool_call_id }}
      className={classes(
        'relative flex items-start border-l-2 border-transparent transition-colors hover:bg-hover',
        current && 'border-l-accent bg-accent-soft hover:bg-accent-soft',
      )}
    >
      {selection === undefined ? (
        <Icon className="mt-4 ml-4 size-4 shrink-0 text-muted" aria-label={says} />
      ) : (
        <input
          type="checkbox"
          data-select
          aria-label={`Select ${titleOf(item)}`}
          className="mt-4 ml-4 size-4 shrink-0 accent-accent"
          checked={selection.selected}
          onChange={({ target }) => selection.onSelect(target.checked)}
        />
      )}
      <Link
        to="/inbox"
        search={(before) => ({ ...before, call: item.tool_call_id, run: item.run_id })}
        resetScroll={false}
        id={`waits-${item.tool_call_id}`}
        data-row={resumes ? 'next' : ''}
        aria-current={current ? 'true' : undefined}
        activeProps={{}}
        onClick={onOpen}
        onFocus={onFocus}
        className="min-w-0 flex-1 py-3 pr-4 pl-3 focus-visible:outline-offset-[-2px]"
      >
        <span className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 truncate text-sm font-medium">{titleOf(item)}</span>
          <Time at={item.created_at} as="age" className="shrink-0 text-xs text-muted" />
        </span>
        <Facts facts={factsOf(item)} />
        <span className="mt-1 flex items-center gap-2 text-note text-muted">
          <span className="min-w-0 flex-1 truncate">
            <bdi>{visibleLine(item.agent.name)}</bdi> for <bdi>{visibleLine(item.subject_ref)}</bdi>
          </span>
          {soon && (
            <span className="shrink-0 text-xs font-medium text-warn">
              expires <Time at={item.expires_at} as="age" />
            </span>
          )}
          {item.risk !== undefined && item.kind === 'confirmation' && <RiskBadge risk={item.risk} />}
        </span>
      </Link>
    </div>
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
