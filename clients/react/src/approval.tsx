import { useId, useState } from 'react';
import { visibleLine } from '../../../contract/unseen-characters.ts';
import { ApprovalFacts } from './approval-facts.tsx';
import type { HeddleCall } from './calls.ts';
import { JsonText } from './json-text.tsx';
import { Note } from './note.tsx';
import { useBusy } from './use-busy.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useShownCall } from './use-shown-call.ts';

export interface ApprovalProps {
  /** A write that waits, or what became of it. */
  call: HeddleCall;
  /** Undefined where one cannot decide. `digest` is that of what is shown. */
  onApprove?: ((digest: string | undefined) => Promise<void>) | undefined;
  onReject?: ((reason: string | undefined) => Promise<void>) | undefined;
}

const outcomes: Record<HeddleCall['state'], string> = {
  waiting: 'Waiting for approval',
  sent: 'Decision sent',
  running: 'Approved',
  done: 'Approved and done',
  failed: 'Not carried out',
  rejected: 'Rejected',
};

/**
 * A write that is held until a person decides, with everything that is sent: the summary, all amounts and accounts, and all
 * arguments, in which what cannot be seen is written out and what is cut is counted.
 */
export function Approval({ call, onApprove, onReject }: ApprovalProps) {
  const title = useId();
  const { held } = call;
  const { shown, changed, showWhatItIsNow } = useShownCall(held);
  const [rejecting, setRejecting] = useState(false);
  const { busy, run } = useBusy();
  const open = shown !== undefined && onApprove !== undefined && onReject !== undefined;
  const card = useKeptFocus<HTMLElement>(open);
  return (
    <section
      ref={card}
      tabIndex={-1}
      className="heddle-card"
      data-kind="approval"
      data-state={call.state}
      aria-labelledby={title}
    >
      <p className="heddle-card-state">
        {outcomes[call.state]}
        {shown !== undefined && <span className="heddle-risk">{shown.risk} risk</span>}
      </p>
      <h2 id={title} className="heddle-card-title">
        {visibleLine(shown?.summary.title ?? call.name)}
      </h2>
      {shown === undefined ? (
        <JsonText value={call.input} label={`Arguments of ${call.name}`} />
      ) : (
        <ApprovalFacts held={shown} />
      )}
      {call.error !== undefined && <p className="heddle-warning">{visibleLine(call.error)}</p>}
      {changed && (
        <div role="alert" className="heddle-warning">
          <p>This call has changed since it was shown.</p>
          <button type="button" className="heddle-button" onClick={showWhatItIsNow}>
            Show what it is now
          </button>
        </div>
      )}
      {open &&
        (rejecting ? (
          <Note
            label="Reason"
            hint="The agent is told."
            submit="Reject"
            busy={busy}
            onSubmit={(reason) => run(async () => await onReject(reason))}
            onCancel={() => setRejecting(false)}
          />
        ) : (
          <div className="heddle-buttons">
            <button
              type="button"
              className="heddle-button"
              data-look="primary"
              disabled={busy || changed}
              onClick={() => run(async () => await onApprove(shown.digest))}
            >
              Approve
            </button>
            <button
              type="button"
              className="heddle-button"
              disabled={busy || changed}
              onClick={() => setRejecting(true)}
            >
              Reject…
            </button>
          </div>
        ))}
    </section>
  );
}
