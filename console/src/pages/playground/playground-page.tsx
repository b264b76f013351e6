import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Conversation } from './conversation.tsx';
import type { Action } from './curl.ts';
import { NewConversation } from './new-conversation.tsx';
import { ThreadList } from './thread-list.tsx';

const subjectKey = 'heddle-subject';

const route = getRouteApi('/signed-in/playground');
const keptActions = 20;

/** Talks to an agent as a subject, and shows what happens on the way. */
export function PlaygroundPage() {
  const { thread, subject: given } = route.useSearch();
  const navigate = route.useNavigate();
  const [choosing, setChoosing] = useState(false);
  const [first, setFirst] = useState<{ thread: string; text: string }>();
  const [actions, setActions] = useState<Action[]>([]);
  const owner = useOwner(given === undefined ? thread : undefined);
  const subject = given ?? (thread === undefined ? lastSubject() : owner.data);
  useEffect(() => {
    if (subject !== undefined && subject !== null) rememberSubject(subject);
  }, [subject]);

  const open = (next: { thread?: string; subject: string }): void => {
    setChoosing(false);
    void navigate({ search: next });
  };
  const record = (action: Action): void =>
    setActions((actions) => [action, ...actions].slice(0, keptActions));

  if (subject === undefined || subject === null) {
    return (
      <div className="mx-auto w-full max-w-2xl px-4 py-10">
        <h1 className="sr-only">Playground</h1>
        {owner.error !== null && <ErrorNotice error={owner.error} onRetry={() => void owner.refetch()} />}
        {owner.isPending && <SkeletonLines />}
        {subject === null && (
          <EmptyState icon={MessagesSquare} title="There is no such conversation">
            Nothing happened on a thread with this id, or it happened too long ago.
          </EmptyState>
        )}
      </div>
    );
  }
  const threads = (
    <ThreadList
      subject={subject}
      current={thread}
      onOpen={() => setChoosing(false)}
      onNew={() => open({ subject })}
      onSubject={(subject) => open({ subject })}
    />
  );
  const chooser = (
    <Button look="quiet" size="small" className="xl:hidden" onClick={() => setChoosing(true)}>
      <MessagesSquare aria-hidden />
      <span className="max-sm:sr-only">Conversations</span>
    </Button>
  );
  return (
    <div data-fills-window className="flex h-[calc(100dvh-3.25rem)] min-h-96 lg:h-dvh">
      <aside aria-label="Conversations" className="w-64 shrink-0 border-r max-xl:hidden">
        {threads}
      </aside>
      {thread === undefined ? (
        <NewConversation
          key={subject}
          subject={subject}
          chooser={chooser}
          onAction={record}
          onStarted={(thread, text) => {
            setFirst({ thread, text });
            open({ thread, subject });
          }}
        />
      ) : (
        <Conversation
          key={`${subject} ${thread}`}
          threadId={thread}
          subject={subject}
          chooser={chooser}
          actions={actions}
          onAction={record}
          firstMessage={first?.thread === thread ? first.text : undefined}
          onFirstSent={() => setFirst(undefined)}
        />
      )}
      <Dialog open={choosing} onOpenChange={setChoosing} title="Conversations" className="h-[84vh]">
        <div className="-mx-6 h-full">{threads}</div>
      </Dialog>
    </div>
  );
}

/** Whose thread it is, for an address that does not say so; null if nobody knows. */
function useOwner(thread: string | undefined) {
  return useQuery({
    queryKey: ['thread-owner', thread],
    enabled: thread !== undefined,
    queryFn: async ({ signal }) => {
      if (thread === undefined) return null;
      const query = { thread_id: thread, limit: 1 };
      const { data } = await api.GET('/v1/events', { params: { query }, signal });
      return data?.data[0]?.context.subject_ref ?? null;
    },
  });
}

/** The subject that one acted as last, on this device. */
function lastSubject(): string {
  try {
    return localStorage.getItem(subjectKey) ?? 'demo-user';
  } catch {
    return 'demo-user';
  }
}

/** Remembers the subject for the next visit. */
function rememberSubject(subject: string): void {
  try {
    localStorage.setItem(subjectKey, subject);
  } catch {
    // Storage is blocked: the address remembers it.
  }
}
