import { Link } from '@tanstack/react-router';
import type { Thread } from '../../api/schema.ts';
import { previewOf } from '../../text/preview.ts';
import { Time } from '../../time/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { classes } from '../../ui/classes.ts';
import { titleOf } from './title-of.ts';

/** A thread in the list: a link to it. */
export function ThreadLink({
  thread,
  current,
  onOpen,
}: {
  thread: Thread;
  current: boolean;
  onOpen: () => void;
}) {
  const { id, subject_ref: subject, title, last_message, updated_at, agent } = thread;
  const waits =
    thread.pending_confirmation !== undefined
      ? 'Approval'
      : thread.pending_action !== null
        ? 'Action'
        : thread.pending_elicitation !== null
          ? 'Question'
          : undefined;
  return (
    <Link
      to="/playground"
      search={{ thread: id, subject }}
      data-row
      aria-current={current ? 'page' : undefined}
      activeProps={{}}
      onClick={onOpen}
      className={classes(
        'block w-full rounded-lg px-3 py-2.5 text-left transition-colors hover:bg-hover focus-visible:outline-offset-[-2px]',
        current && 'bg-accent-soft hover:bg-accent-soft',
      )}
    >
      <span className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 truncate text-sm font-medium">{titleOf(title)}</span>
        <Time at={updated_at} as="age" className="shrink-0 text-xs text-muted" />
      </span>
      <span className="mt-0.5 flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-note text-muted">
          {last_message?.role === 'assistant' ? previewOf(last_message.content) : agent.name}
        </span>
        {waits !== undefined && (
          <Badge tone="warn" dot>
            {waits}
          </Badge>
        )}
      </span>
    </Link>
  );
}
