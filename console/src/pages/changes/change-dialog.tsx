import { visibleLine } from '#contract/words/unseen-characters.ts';
import { Time } from '../../time/time.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { TextDiff } from '../../ui/text-diff.tsx';
import type { Change } from '../../api/schema.ts';
import { titleOf } from './title-of.ts';
import { shownText, useCurrent } from './use-current.ts';
import { useDecideChange } from './use-decide-change.ts';

/** Shows a proposed change beside what there is now, and takes a decision on it. */
export function ChangeDialog({ change, onClose }: { change: Change; onClose: () => void }) {
  const { text, error } = useCurrent(change);
  const decide = useDecideChange(change);
  const settle = (decision: 'approve' | 'reject'): void => decide.mutate(decision, { onSuccess: onClose });
  return (
    <Dialog open onOpenChange={onClose} title={visibleLine(titleOf(change))} className="max-w-4xl">
      <div className="space-y-4">
        <Actors change={change} />
        {error !== undefined && <ErrorNotice error={error} />}
        {text !== undefined && (
          <TextDiff
            label="Change"
            left={text}
            right={shownText(change.body)}
            leftLabel="Now"
            rightLabel="Proposed"
          />
        )}
        {decide.isError && <ErrorNotice error={decide.error} />}
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
          {change.state === 'proposed' && (
            <>
              <Button
                needs={['maker', 'approver']}
                look="danger"
                busy={decide.isPending}
                onClick={() => settle('reject')}
              >
                Reject
              </Button>
              <Button
                needs="approver"
                look="primary"
                busy={decide.isPending}
                disabled={text === undefined}
                onClick={() => settle('approve')}
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

/** The person who proposed a change, and the person who decided on it. */
function Actors({ change: { proposed, created_at, decided, state } }: { change: Change }) {
  return (
    <p className="text-sm text-muted">
      Proposed by {visibleLine(proposed.actor ?? 'an unnamed person')} <Time at={created_at} as="age" />
      {decided !== undefined && (
        <>
          , {state} by {visibleLine(decided.actor ?? 'an unnamed person')} <Time at={decided.at} as="age" />
        </>
      )}
    </p>
  );
}
