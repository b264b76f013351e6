import { MessagesSquare, Plus } from 'lucide-react';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { ReadNotice } from '../../ui/stale-notice.tsx';
import { SubjectField } from './subject-field.tsx';
import { ThreadLink } from './thread-link.tsx';
import { threadsQuery } from './threads-query.ts';

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
