import { HandHelping } from 'lucide-react';
import { useState } from 'react';
import type { ProposedAction } from '../conversation/event-data.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Field, Textarea } from '../ui/field.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { CallStatusBadge } from '../ui/state-badge.tsx';
import type { CallStatus } from '../conversation/timeline.ts';

/** What somebody reports about a proposed action. */
export interface Report {
  state: 'occurred' | 'failed';
  note?: string | undefined;
}

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
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState<Report['state']>();
  const [error, setError] = useState<unknown>();
  const report = async (state: Report['state']): Promise<void> => {
    setBusy(state);
    setError(undefined);
    try {
      await onReport({ state, note: note.trim() === '' ? undefined : note.trim() });
    } catch (error) {
      setError(error);
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <section
      aria-label="Proposed action"
      className="overflow-hidden rounded-card border bg-surface shadow-card"
    >
      <div className="flex items-center gap-2 border-b px-5 py-2.5 text-[13px] font-medium text-muted">
        <HandHelping className="size-4" aria-hidden />
        {open ? 'Proposed: to be done outside' : 'Proposed action'}
        {status !== undefined && (
          <span className="ml-auto">
            <CallStatusBadge status={status} />
          </span>
        )}
      </div>
      <div className="space-y-3 px-5 py-4">
        <p className="font-mono text-[13px]">{action.patch_ref}</p>
        <JsonView value={action.args} label="What is proposed" />
        {open && (
          <>
            <Field label="Note" hint="Recorded with the outcome, and passed to the agent.">
              {(control) => (
                <Textarea
                  {...control}
                  value={note}
                  onChange={({ target }) => setNote(target.value)}
                  maxLength={2000}
                  className="min-h-16"
                />
              )}
            </Field>
            <div className="flex flex-wrap gap-2">
              <Button
                needs={['maker', 'approver']}
                look="primary"
                busy={busy === 'occurred'}
                disabled={busy !== undefined}
                onClick={() => void report('occurred')}
              >
                It happened
              </Button>
              <Button
                needs={['maker', 'approver']}
                look="danger"
                busy={busy === 'failed'}
                disabled={busy !== undefined}
                onClick={() => void report('failed')}
              >
                It failed
              </Button>
            </div>
          </>
        )}
        {error !== undefined && <ErrorNotice error={error} />}
      </div>
    </section>
  );
}
