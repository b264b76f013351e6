import { visibleLine } from '../../../contract/words/unseen-characters.ts';
import { ApprovalFacts } from './approval-facts.tsx';
import { Button } from './button.tsx';
import { type HeddleCall, needsSignature } from './calls.ts';
import { Card } from './card.tsx';
import { Decision } from './decision.tsx';
import { JsonText } from './json-text.tsx';
import { useShownCall } from './use-shown-call.ts';

export interface ApprovalProps {
  /** A write that waits, or what became of it. */
  call: HeddleCall;
  /** Undefined where one cannot decide. `digest` is that of what is shown. */
  onApprove?: ((digest: string | undefined) => Promise<void>) | undefined;
  onReject?: ((reason: string | undefined, digest: string | undefined) => Promise<void>) | undefined;
}

const outcomes: Record<HeddleCall['state'], string> = {
  waiting: 'Waiting for approval',
  sent: 'Sending your decision…',
  running: 'Approved',
  done: 'Approved and done',
  failed: 'Not carried out',
  unknown: 'Approved. It is not known whether it was carried out',
  rejected: 'Rejected',
  expired: 'Nobody decided in time',
};

/**
 * A write that is held until a person decides, with everything that is sent: the summary, all amounts and accounts, and all
 * arguments, in which what cannot be seen is written out and what is cut is counted. After the decision it says who decided.
 */
export function Approval({ call, onApprove, onReject }: ApprovalProps) {
  const { shown, changed, showWhatItIsNow } = useShownCall(call.held);
  const known = shown ?? call.write;
  const open = shown !== undefined && onApprove !== undefined && onReject !== undefined;
  return (
    <Card
      call={call}
      says={
        <>
          {outcomes[call.state]}
          {shown !== undefined && <span className="heddle-risk">{shown.risk} risk</span>}
        </>
      }
      title={visibleLine(known?.summary.title ?? call.name)}
      open={open}
    >
      {known === undefined ? (
        <JsonText value={call.input} label={`Arguments of ${call.name}`} />
      ) : (
        <ApprovalFacts write={known} decisions={call.write?.decisions} waits={shown !== undefined} />
      )}
      {call.error !== undefined && <p className="heddle-warning">{visibleLine(call.error)}</p>}
      {changed && (
        <div role="alert" className="heddle-warning">
          <p>This call has changed since it was shown.</p>
          <Button onClick={showWhatItIsNow}>Show the current call</Button>
        </div>
      )}
      {open && (
        <Decision
          // A changed call is a new card: a click that was meant for the old one does not decide it.
          key={`${shown.tool_call_id} ${shown.digest}`}
          blocked={changed}
          approved={shown.not_before !== undefined || shown.frozen !== undefined}
          onApprove={async () => await onApprove(shown.digest)}
          onReject={async (reason) => await onReject(reason, shown.digest)}
          signs={needsSignature(call)}
        />
      )}
    </Card>
  );
}
