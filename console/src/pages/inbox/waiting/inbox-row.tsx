import { Link } from '@tanstack/react-router';
import { HandHelping, MessageCircleQuestionMark, ShieldAlert } from 'lucide-react';
import { classes } from '../../../ui/classes.ts';
import type { KeptRow } from '../many/kept-rows.ts';
import { type RowSelection, SelectBox } from '../many/select-box.tsx';
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
  row,
  current,
  resumes,
  selection,
  onFocus,
  onOpen,
}: {
  row: KeptRow;
  current: boolean;
  /** Whether it has taken the place of what is shown: `j` goes to it. */
  resumes: boolean;
  /** Undefined for what cannot be selected. */
  selection: RowSelection | undefined;
  onFocus: () => void;
  /** Before it is shown by a click. */
  onOpen: () => void;
}) {
  const { item, state } = row;
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
        <SelectBox row={row} selection={selection} />
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
        className={classes(
          'min-w-0 flex-1 py-3 pr-4 pl-1.5 focus-visible:outline-offset-[-2px]',
          state === 'gone' && 'text-muted',
        )}
      >
        <RowText row={row} />
      </Link>
    </div>
  );
}
