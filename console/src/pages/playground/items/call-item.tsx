import { useState } from 'react';
import { ChevronRight, Wrench } from 'lucide-react';
import type { CallStarted } from '../../../conversation/event-data.ts';
import type { CallStatus } from '../../../conversation/timeline.ts';
import { JsonView } from '../../../ui/json-view.tsx';
import { RunLink } from '../run-link.tsx';
import { CallStatusBadge } from '../../../ui/state-badge.tsx';

/** A call that the agent made, with its arguments and result on demand. */
export function CallItem({
  call,
  status,
  result,
  runId,
  subject,
}: {
  call: CallStarted;
  status: CallStatus | undefined;
  result: Record<string, unknown> | undefined;
  runId: string;
  subject: string;
}) {
  // Made when it is opened: a thread has many of them.
  const [opened, setOpened] = useState(false);
  return (
    <details
      className="group rounded-lg border bg-surface text-sm open:shadow-card"
      onToggle={({ currentTarget }) => setOpened((before) => before || currentTarget.open)}
    >
      <summary className="flex list-none items-center gap-2.5 rounded-lg px-3.5 py-2 hover:bg-hover">
        <Wrench className="size-4 shrink-0 text-muted" aria-hidden />
        <code className="min-w-0 truncate font-mono text-note">{call.name}</code>
        <span className="ml-auto">
          <CallStatusBadge status={status ?? 'pending'} />
        </span>
        <ChevronRight
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90"
          aria-hidden
        />
      </summary>
      <div className="space-y-3 border-t p-3.5">
        <RunLink runId={runId} subject={subject} />
        {opened && call.args !== undefined && (
          <div>
            <p className="mb-1 text-xs text-muted">Arguments</p>
            <JsonView value={call.args} label={`Arguments of ${call.name}`} />
          </div>
        )}
        {opened && result !== undefined && (
          <div>
            <p className="mb-1 text-xs text-muted">Result</p>
            <JsonView value={result} label={`Result of ${call.name}`} />
          </div>
        )}
      </div>
    </details>
  );
}
