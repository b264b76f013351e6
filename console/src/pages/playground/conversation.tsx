import { Link } from '@tanstack/react-router';
import { PanelRight } from 'lucide-react';
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useThread } from '../../conversation/use-thread.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { isOverlaid, isTyping } from '../../ui/use-shortcuts.ts';
import { CancelButton } from './cancel-button.tsx';
import { Composer, withReturned } from './composer.tsx';
import type { Action } from './curl.ts';
import { Inspector } from './inspector.tsx';
import { News } from './news.tsx';
import { hasArrived, lastSeq, type Sent } from './on-its-way.ts';
import { titleOf } from './title-of.ts';
import { TimelineView } from './timeline-view.tsx';
import { useActions } from './use-actions.ts';
import { useScrollPlace } from './use-scroll-place.ts';

const wide = window.matchMedia('(min-width: 1440px)');

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
  const [sending, setSending] = useState<Sent>();
  const [text, setText] = useState('');
  const [error, setError] = useState<unknown>();
  const field = useRef<HTMLTextAreaElement>(null);
  const { thread, timeline, drafts, open } = view;
  const onItsWay = sending ?? (firstMessage === undefined ? undefined : { text: firstMessage, after: 0 });
  const scroller = useScrollPlace([timeline, drafts, sending]);
  const shown = inspecting ?? wide;
  const running = open.at(-1);
  const held = thread?.pending_confirmation;
  const agentName = thread?.agent.name ?? 'Agent';

  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '/' || isTyping(event.target) || isOverlaid()) return;
      event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    setError(undefined);
    try {
      await work();
    } catch (error) {
      setError(error);
      void view.refresh();
      return false;
    }
    await view.refresh();
    return true;
  };
  const send = async (text: string): Promise<boolean> => {
    setSending({ text, after: lastSeq(timeline) });
    const sent = await attempt(async () => await act.send(text));
    setSending(undefined);
    return sent;
  };

  const followed = view.connection !== 'connecting' || view.error !== undefined;
  const sendFirst = useEffectEvent(async (text: string) => {
    onFirstSent();
    if (!(await send(text))) setText((now) => withReturned(text, now));
  });
  useEffect(() => {
    if (followed && firstMessage !== undefined) queueMicrotask(() => void sendFirst(firstMessage));
  }, [followed, firstMessage]);

  const inspector = <Inspector events={view.events} actions={actions} connection={view.connection} />;
  return (
    <>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex min-h-13 shrink-0 items-center gap-2 border-b px-4 py-2 sm:px-6">
          {chooser}
          <div className="min-w-0 flex-1">
            <h1 className="truncate text-sm font-semibold" title={thread?.title}>
              {thread === undefined ? 'Conversation' : titleOf(thread.title)}
            </h1>
            <p className="truncate text-xs text-muted">
              {agentName} with {subject}
            </p>
          </div>
          {view.connection === 'broken' && (
            <Badge tone="warn" dot pulse>
              Reconnecting
            </Badge>
          )}
          {running !== undefined && (
            <>
              <Button asChild look="quiet" size="small" className="max-sm:hidden">
                <Link to="/runs/$runId" params={{ runId: running }} search={{ subject }}>
                  See the run
                </Link>
              </Button>
              <CancelButton
                key={running}
                losing={held?.run_id === running ? held.summary.title : undefined}
                onCancel={async () => await attempt(async () => await act.cancel(running))}
              />
            </>
          )}
          <Button
            look="quiet"
            size="icon"
            aria-label="Events and curl"
            title="Events and curl"
            aria-pressed={shown}
            onClick={() => setInspecting(!shown)}
          >
            <PanelRight aria-hidden />
          </Button>
        </header>
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

/** Whether there is room for a third column. */
function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener);
      return () => wide.removeEventListener('change', listener);
    },
    () => wide.matches,
  );
}
