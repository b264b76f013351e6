import { useState } from 'react';
import { visibleLine } from '#contract/unseen-characters.ts';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/schema.ts';
import { Time } from '../../time/time.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextDiff } from '../../ui/text-diff.tsx';
import { titleOf } from './title-of.ts';
import { shownText, useCurrent } from './use-current.ts';

type Change = Schema<'Change'>;

/** Shows a proposed change beside what there is now, and takes a decision on it. */
export function ChangeDialog({
  change,
  onClose,
  onDecided,
}: {
  change: Change;
  onClose: () => void;
  onDecided: () => Promise<void>;
}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const current = useCurrent(change);
  const decide = async (decision: 'approve' | 'reject'): Promise<void> => {
    setBusy(true);
    setError(undefined);
    const params = { path: { id: change.id } };
    try {
      if (decision === 'approve') await api.POST('/v1/changes/{id}/approve', { params });
      else await api.POST('/v1/changes/{id}/reject', { params, body: {} });
      await onDecided();
      onClose();
    } catch (error) {
      setError(error);
    } finally {
      setBusy(false);
    }
  };
  const { proposed, decided, state } = change;
  return (
    <Dialog open onOpenChange={onClose} title={visibleLine(titleOf(change))} className="max-w-4xl">
      <div className="space-y-4">
        <p className="text-sm text-muted">
          Proposed by {visibleLine(proposed.actor ?? 'somebody unnamed')}{' '}
          <Time at={change.created_at} as="age" />
          {decided !== undefined && (
            <>
              , {state} by {visibleLine(decided.actor ?? 'somebody unnamed')}{' '}
              <Time at={decided.at} as="age" />
            </>
          )}
        </p>
        {current.error === undefined ? (
          current.text !== undefined && (
            <TextDiff
              label="Change"
              left={current.text}
              right={shownText(change.body)}
              leftLabel="Now"
              rightLabel="Proposed"
            />
          )
        ) : (
          <ErrorNotice error={current.error} />
        )}
        {error !== undefined && <ErrorNotice error={error} />}
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
          {state === 'proposed' && (
            <>
              <Button
                needs={['maker', 'approver']}
                look="danger"
                busy={busy}
                onClick={() => void decide('reject')}
              >
                Reject
              </Button>
              <Button
                needs="approver"
                look="primary"
                busy={busy}
                disabled={current.text === undefined}
                onClick={() => void decide('approve')}
              >
                Approve
              </Button>
            </>
          )}
        </DialogActions>
      </div>
    </Dialog>
  );
}
