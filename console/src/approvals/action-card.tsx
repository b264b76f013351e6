import { HandHelping } from 'lucide-react';
import type { Report } from '#heddle-react/proposed-action.tsx';
import type { ProposedAction } from '../conversation/event-data.ts';
import { JsonView } from '../ui/json-view.tsx';
import { CallStatusBadge } from '../ui/state-badge.tsx';
import type { CallStatus } from '../conversation/timeline.ts';
import { ReportForm } from './report-form.tsx';

/** An action that the agent proposes and cannot do itself: somebody does it, and reports whether it happened. */
export function ActionCard({
  action,
  open,
  status,
  onReport,
}: {
  action: ProposedAction;
  open: boolean;
  status: CallStatus | undefined;
  onReport: (report: Report) => Promise<void>;
}) {
  return (
    <section
      aria-label="Proposed action"
      className="overflow-hidden rounded-card border bg-surface shadow-card"
    >
      <div className="flex items-center gap-2 border-b px-5 py-2.5 text-note font-medium text-muted">
        <HandHelping className="size-4" aria-hidden />
        {open ? 'Proposed: to be done outside' : 'Proposed action'}
        {status !== undefined && (
          <span className="ml-auto">
            <CallStatusBadge status={status} />
          </span>
        )}
      </div>
      <div className="space-y-3 px-5 py-4">
        <p className="font-mono text-note">{action.patch_ref}</p>
        <JsonView value={action.args} label="Proposed arguments" />
        {open && <ReportForm onReport={onReport} />}
      </div>
    </section>
  );
}
