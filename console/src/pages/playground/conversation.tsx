import { type ReactNode, useRef, useState } from 'react';
import { useThread } from '../../conversation/use-thread.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Composer } from './composer.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import type { Action } from './curl.ts';
import { Inspector } from './inspector.tsx';
import { News } from './news.tsx';
import { hasArrived } from './on-its-way.ts';
import { TimelineView } from './timeline-view.tsx';
import { useActions } from './use-actions.ts';
import { useScrollPlace } from './use-scroll-place.ts';
import { useSending } from './use-sending.ts';
import { useWide } from './use-wide.ts';

/** A thread: what was said and done, what it waits for, and a field to go on. */
export function Conversation({
  threadId,
  subject,
  chooser,
  actions,
  onAction,
  firstMessage,
  onFirstSent,
}: {
  threadId: string;
  subject: string;
  chooser: ReactNode;
  actions: Action[];
  onAction: (action: Action) => void;
  /** Sent once the thread is followed, so that nothing of its reply is missed. */
  firstMessage: string | undefined;
  onFirstSent: () => void;
}) {
  const view = useThread(threadId, subject);
  const act = useActions(threadId, subject, onAction);
  const wide = useWide();
  const [inspecting, setInspecting] = useState<boolean>();
  const { attempt, send, sending, error, text, setText } = useSending(view, act, {
    firstMessage,
    onFirstSent,
  });
  const field = useRef<HTMLTextAreaElement>(null);
  const { thread, timeline, drafts } = view;
  const onItsWay = sending ?? (firstMessage === undefined ? undefined : { text: firstMessage, after: 0 });
  const scroller = useScrollPlace([timeline, drafts, sending]);
  const shown = inspecting ?? wide;
  const held = thread?.pending_confirmation;
  const agentName = thread?.agent.name ?? 'Agent';

  const inspector = <Inspector events={view.events} actions={actions} connection={view.connection} />;
  return (
    <>
      <div className="flex min-w-0 flex-1 flex-col">
        <ConversationHeader
          view={view}
          subject={subject}
          chooser={chooser}
          inspecting={shown}
          onInspect={() => setInspecting(!shown)}
          onCancel={async (runId) => await attempt(async () => await act.cancel(runId))}
        />
        <div
          ref={scroller}
          className="min-h-0 flex-1 overflow-y-auto [overflow-anchor:none]"
          tabIndex={0}
          role="region"
          aria-label="Conversation"
        >
          <div className="mx-auto w-full max-w-3xl px-4 py-6 sm:px-8">
            {view.loading && <SkeletonLines />}
            {view.error !== undefined && <ErrorNotice error={view.error} className="mb-4" />}
            <TimelineView
              view={view}
              subject={subject}
              agentName={agentName}
              busy={sending !== undefined || firstMessage !== undefined}
              onItsWay={onItsWay !== undefined && !hasArrived(onItsWay, timeline) ? onItsWay.text : undefined}
              act={act}
              onAnswer={(text) => void send(text)}
              onDone={view.refresh}
            />
          </div>
        </div>
        <div className="shrink-0 px-4 pb-4 sm:px-8">
          <div className="mx-auto w-full max-w-3xl">
            {error !== undefined && <ErrorNotice error={error} className="mb-3" />}
            <Composer
              field={field}
              subject={subject}
              placeholder={thread?.pending_elicitation ? 'Answer the question' : `Message ${agentName}`}
              blocked={held === undefined ? undefined : 'Decide on the held call first'}
              busy={sending !== undefined}
              text={text}
              onText={setText}
              onSend={send}
            />
          </div>
        </div>
        <News view={view} agentName={agentName} />
      </div>
      {shown && wide && (
        <aside aria-label="Events and curl" className="w-[22.5rem] shrink-0 border-l bg-surface">
          {inspector}
        </aside>
      )}
      <Dialog
        open={shown && !wide}
        onOpenChange={setInspecting}
        title="Behind the conversation"
        className="h-[84vh] max-w-2xl"
      >
        <div className="-mx-6 h-full">{inspector}</div>
      </Dialog>
    </>
  );
}
