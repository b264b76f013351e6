import { Link } from '@tanstack/react-router';
import { HandHelping, MessageCircleQuestionMark, ShieldAlert } from 'lucide-react';
import type { Approval } from '../../../api/schema.ts';
import { titleOf } from '../../../approvals/title-of.ts';
import { classes } from '../../../ui/classes.ts';
import { kindTexts } from './kind-texts.ts';
import { RowText } from './row-text.tsx';
import { callAttribute } from './use-inbox-keys.ts';

const icons = {
  confirmation: ShieldAlert,
  action: HandHelping,
  question: MessageCircleQuestionMark,
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
  const Icon = icons[item.kind];
  return (
    <div
      {...{ [callAttribute]: item.tool_call_id }}
      className={classes(
        'relative flex items-start border-l-2 border-transparent transition-colors hover:bg-hover',
        current && 'border-l-accent bg-accent-soft hover:bg-accent-soft',
      )}
    >
      {selection === undefined ? (
        <Icon className="mt-4 mr-1.5 ml-4 size-4 shrink-0 text-muted" aria-label={kindTexts[item.kind]} />
      ) : (
        <input
          type="checkbox"
          data-select
          aria-label={`Select ${titleOf(item)}`}
          className="mt-4 mr-1.5 ml-4 size-4 shrink-0 accent-accent"
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
        className="min-w-0 flex-1 py-3 pr-4 pl-1.5 focus-visible:outline-offset-[-2px]"
      >
        <RowText item={item} />
      </Link>
    </div>
  );
}
