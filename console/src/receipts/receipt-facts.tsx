import { isJsonObject } from '#contract/json.ts';
import { visibleLine } from '#contract/unseen-characters.ts';
import type { ToolCall } from '../api/schema.ts';
import { waysOf } from '../approvals/may-approve.ts';
import { Time } from '../time/time.tsx';
import { DescriptionList } from '../ui/description-list.tsx';

type Said = Record<string, unknown>;

/** What a receipt says, for people, beside what the page shows of the call. */
export function ReceiptFacts({ receipt, runId, call }: { receipt: Said; runId: string; call: ToolCall }) {
  const { status, response_status, sent_at, completed_at, digest, audit, run_id, patch_ref } = receipt;
  const decisions = Array.isArray(receipt['decisions']) ? receipt['decisions'].filter(isJsonObject) : [];
  return (
    <>
      {(run_id !== runId || patch_ref !== call.patch_ref) && (
        <p role="alert" className="text-sm text-bad">
          This receipt is of another call.
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
          [
            'Decided by',
            decisions.length > 0 && (
              <ul>
                {decisions.map((decision, index) => (
                  <Decided key={index} decision={decision} />
                ))}
              </ul>
            ),
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

function Decided({ decision: { actor, via, decision, at } }: { decision: Said }) {
  return (
    <li>
      <bdi>{visibleLine(typeof actor === 'string' ? actor : 'somebody unnamed')}</bdi>
      {typeof via === 'string' && <span className="text-muted">, known by {waysOf([via])}</span>}:{' '}
      {String(decision)} {typeof at === 'string' && <Time at={at} className="text-muted" />}
    </li>
  );
}
