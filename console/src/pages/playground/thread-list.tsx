import { MessagesSquare, Plus } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Thread } from '../../api/schema.ts';
import { useList } from '../../api/use-list.ts';
import { previewOf } from '../../text/preview.ts';
import { Time } from '../../time/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Field, Input } from '../../ui/field.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { ReadNotice } from '../../ui/stale-notice.tsx';
import { threadsQuery } from './threads-query.ts';
import { titleOf } from './title-of.ts';

/** The threads of a subject, and whom one acts as. */
export function ThreadList({
  subject,
  current,
  onOpen,
  onNew,
  onSubject,
}: {
  subject: string;
  current: string | undefined;
  /** Before one is opened. */
  onOpen: () => void;
  onNew: () => void;
  onSubject: (subject: string) => void;
}) {
  const list = useList(threadsQuery(subject));
  const { items, error, loading, hasMore, loadMore, loadingMore } = list;
  return (
    <div className="flex h-full flex-col">
      <div className="flex items-end gap-2 border-b px-4 pt-4 pb-3.5">
        <SubjectField key={subject} subject={subject} onSubject={onSubject} />
        <Button
          look="plain"
          size="icon"
          className="size-9"
          aria-label="New conversation"
          title="New conversation"
          onClick={onNew}
        >
          <Plus aria-hidden />
        </Button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-2">
        {loading && <SkeletonLines className="p-3" />}
        <ReadNotice list={list} className="m-1" />
        {!loading && error === null && items.length === 0 && (
          <div className="flex flex-col items-center px-4 py-12 text-center text-sm text-muted">
            <MessagesSquare className="mb-3 size-5" aria-hidden />
            No conversations with this subject yet
          </div>
        )}
        <ul className="space-y-0.5">
          {items.map((thread) => (
            <li key={thread.id}>
              <ThreadLink thread={thread} current={thread.id === current} onOpen={onOpen} />
            </li>
          ))}
        </ul>
        {hasMore && (
          <Button look="quiet" size="small" className="mt-2 w-full" busy={loadingMore} onClick={loadMore}>
            Show older conversations
          </Button>
        )}
      </div>
    </div>
  );
}

function ThreadLink({ thread, current, onOpen }: { thread: Thread; current: boolean; onOpen: () => void }) {
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
        <span className="min-w-0 flex-1 truncate text-[13.5px] font-medium">{titleOf(title)}</span>
        <Time at={updated_at} as="age" className="shrink-0 text-xs text-muted" />
      </span>
      <span className="mt-0.5 flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-[13px] text-muted">
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

/** Whom one acts as. */
function SubjectField({ subject, onSubject }: { subject: string; onSubject: (subject: string) => void }) {
  const [typed, setTyped] = useState(subject);
  const apply = (event?: FormEvent): void => {
    event?.preventDefault();
    const next = typed.trim();
    if (next === '') setTyped(subject);
    else if (next !== subject) onSubject(next);
  };
  return (
    <form onSubmit={apply} className="min-w-0 flex-1">
      <Field label="Acting as the subject">
        {(control) => (
          <Input
            {...control}
            value={typed}
            maxLength={255}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={() => apply()}
            spellCheck={false}
            autoComplete="off"
          />
        )}
      </Field>
    </form>
  );
}
