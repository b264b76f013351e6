import { type ReactNode, useState } from 'react';
import { useThread } from '../../conversation/use-thread.ts';
import { ConversationFoot } from './conversation-foot.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import type { Action } from './curl.ts';
import { ConversationScroller } from './conversation-scroller.tsx';
import { Inspector } from './inspector/inspector.tsx';
import { InspectorPane } from './inspector/inspector-pane.tsx';
import { News } from './news.tsx';
import { TimelineView } from './timeline-view.tsx';
import { useActions } from './use-actions.ts';
import { useSending } from './use-sending.ts';
import { useWide } from './use-wide.ts';

/** A thread: its timeline, its waiting items, and the message field. */
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
  const sent = useSending(view, act, { firstMessage, onFirstSent });
  const { attempt, send, sending, busy } = sent;
  const { thread, timeline, drafts } = view;
  const shown = inspecting ?? wide;
  const agentName = thread?.agent.name ?? 'Agent';
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
        <ConversationScroller view={view} changing={[timeline, drafts, sending]}>
          <TimelineView
            view={view}
            subject={subject}
            agentName={agentName}
            busy={busy}
            onItsWay={sent.onItsWay}
            act={act}
            onAnswer={(text) => void send(text)}
            onDone={view.refresh}
          />
        </ConversationScroller>
        <ConversationFoot
          thread={thread}
          agentName={agentName}
          error={sent.error}
          subject={subject}
          busy={busy}
          text={sent.text}
          onText={sent.setText}
          onSend={send}
        />
        <News view={view} agentName={agentName} />
      </div>
      <InspectorPane shown={shown} wide={wide} onOpenChange={setInspecting}>
        <Inspector events={view.events} actions={actions} connection={view.connection} />
      </InspectorPane>
    </>
  );
}
