import { HandHelping, MessageCircleQuestionMark, ShieldAlert } from 'lucide-react';
import { visibleLine } from '#contract/unseen-characters.ts';
import type { Approval } from '../../api/schema.ts';
import { Time } from '../../time/time.tsx';
import { classes } from '../../ui/classes.ts';
import { RiskBadge } from '../../ui/state-badge.tsx';
import { titleOf } from './title-of.ts';
import { callAttribute } from './use-inbox-keys.ts';

const kinds = {
  confirmation: { icon: ShieldAlert, says: 'Approval' },
  action: { icon: HandHelping, says: 'Action' },
  question: { icon: MessageCircleQuestionMark, says: 'Question' },
} as const;

/** One thing that waits, in the list. */
export function InboxRow({
  item,
  current,
  onChoose,
  onOpen,
}: {
  item: Approval;
  current: boolean;
  onChoose: () => void;
  onOpen: () => void;
}) {
  const { icon: Icon, says } = kinds[item.kind];
  return (
    <button
      type="button"
      id={`waits-${item.tool_call_id}`}
      {...{ [callAttribute]: item.tool_call_id }}
      aria-current={current ? 'true' : undefined}
      onClick={onChoose}
      onFocus={onChoose}
      onDoubleClick={onOpen}
      className={classes(
        'flex w-full items-start gap-3 border-l-2 border-transparent px-4 py-3 text-left transition-colors hover:bg-hover focus-visible:outline-offset-[-2px]',
        current && 'border-l-accent bg-accent-soft hover:bg-accent-soft',
      )}
    >
      <Icon className="mt-0.5 size-4 shrink-0 text-muted" aria-label={says} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 truncate text-sm font-medium">{titleOf(item)}</span>
          <Time at={item.created_at} as="age" className="shrink-0 text-xs text-muted" />
        </span>
        <span className="mt-1 flex items-center gap-2 text-[13px] text-muted">
          <span className="min-w-0 flex-1 truncate">
            <bdi>{visibleLine(item.agent.name)}</bdi> for <bdi>{visibleLine(item.subject_ref)}</bdi>
          </span>
          {item.risk !== undefined && item.kind === 'confirmation' && <RiskBadge risk={item.risk} />}
        </span>
      </span>
    </button>
  );
}
