import { isJsonObject } from '#contract/json.ts';
import type { ToolCall } from '../api/schema.ts';
import { Time } from '../time/time.tsx';
import { DescriptionList } from '../ui/description-list.tsx';
import { DecisionsList } from './decisions-list.tsx';

type Statement = Record<string, unknown>;

/** The facts of a receipt that the page of the call does not show already. */
export function ReceiptFacts({
  receipt,
  runId,
  call,
}: {
  receipt: Statement;
  runId: string;
  call: ToolCall;
}) {
  const { status, response_status, sent_at, completed_at, digest, audit, run_id, patch_ref } = receipt;
  const decisions = listIn(receipt, 'decisions');
  const earlier = listIn(receipt, 'earlier_decisions');
  return (
    <>
      {(run_id !== runId || patch_ref !== call.patch_ref) && (
        <p role="alert" className="text-sm text-bad">
          This receipt belongs to another call.
        </p>
      )}
      <DescriptionList
        rows={[
          ['Sent', typeof sent_at === 'string' && <Time at={sent_at} />],
          ['Ended', typeof completed_at === 'string' && <Time at={completed_at} />],
          [
            'Result',
            [status, response_status]
              .filter((each) => each !== undefined)
              .map(String)
              .join(', '),
          ],
          ['Decided by', decisions.length > 0 && <DecisionsList decisions={decisions} receipt={receipt} />],
          [
            'No longer counted',
            earlier.length > 0 && <DecisionsList decisions={earlier} receipt={receipt} />,
          ],
          [
            'Digest',
            typeof digest === 'string' && <code className="font-mono text-xs break-all">{digest}</code>,
          ],
          ['Audit log', isJsonObject(audit) && `Entry ${String(audit['seq'])}`],
        ]}
      />
    </>
  );
}

function listIn(receipt: Statement, name: string): Statement[] {
  const list = receipt[name];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}
