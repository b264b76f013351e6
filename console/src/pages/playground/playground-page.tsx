import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ChooserButton } from './chooser-button.tsx';
import { Conversation } from './conversation.tsx';
import type { Action } from './curl.ts';
import { lastSubject, useRemembered } from './last-subject.ts';
import { NewConversation } from './new-conversation.tsx';
import { NoSubject } from './no-subject.tsx';
import { ownerQuery } from './owner-query.ts';
import { ThreadList } from './thread-list.tsx';

const route = getRouteApi('/signed-in/playground');
const keptActions = 20;

/** Talks to an agent as a subject, and shows what happens on the way. */
export function PlaygroundPage() {
  const { thread, subject: given } = route.useSearch();
  const { workspace } = useSession();
  const navigate = route.useNavigate();
  const [choosing, setChoosing] = useState(false);
  const [first, setFirst] = useState<{ thread: string; text: string }>();
  const [actions, setActions] = useState<Action[]>([]);
  const owner = useQuery({
    ...ownerQuery(thread ?? ''),
    enabled: thread !== undefined && given === undefined,
  });
  const subject = given ?? (thread === undefined ? lastSubject(workspace.id) : owner.data);
  useRemembered(workspace.id, subject ?? undefined);

  const open = (next: { thread?: string; subject: string }): void => {
    setChoosing(false);
    void navigate({ search: next });
  };
  const record = (action: Action): void =>
    setActions((actions) => [action, ...actions].slice(0, keptActions));

  if (subject === undefined || subject === null) return <NoSubject owner={owner} />;
  const threads = (
    <ThreadList
      subject={subject}
      current={thread}
      onOpen={() => setChoosing(false)}
      onNew={() => open({ subject })}
      onSubject={(subject) => open({ subject })}
    />
  );
  const chooser = <ChooserButton onChoose={() => setChoosing(true)} />;
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
