import { Link } from '@tanstack/react-router';
import { PanelRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ThreadView } from '../../conversation/thread-view.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CancelButton } from './cancel-button.tsx';
import { titleOf } from './title-of.ts';

/** The title of a conversation, its connection state, and the actions on its run. */
export function ConversationHeader({
  view: { thread, connection, open },
  subject,
  chooser,
  inspecting,
  onInspect,
  onCancel,
}: {
  view: ThreadView;
  subject: string;
  /** Leads to other conversations. */
  chooser: ReactNode;
  inspecting: boolean;
  onInspect: () => void;
  /** Resolves to whether it was accepted. */
  onCancel: (runId: string) => Promise<boolean>;
}) {
  const running = open.at(-1);
  const held = thread?.pending_confirmation;
  return (
    <header className="flex min-h-13 shrink-0 items-center gap-2 border-b px-4 py-2 sm:px-6">
      {chooser}
      <div className="min-w-0 flex-1">
        <h1 className="truncate text-sm font-semibold" title={thread?.title}>
          {thread === undefined ? 'Conversation' : titleOf(thread.title)}
        </h1>
        <p className="truncate text-xs text-muted">
          {thread?.agent.name ?? 'Agent'} with {subject}
        </p>
      </div>
      {connection === 'broken' && (
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
            onCancel={async () => await onCancel(running)}
          />
        </>
      )}
      <Button
        look="quiet"
        size="icon"
        aria-label="Events and curl"
        title="Events and curl"
        aria-pressed={inspecting}
        onClick={onInspect}
      >
        <PanelRight aria-hidden />
      </Button>
    </header>
  );
}
