import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { settleMs, useSettled } from '#heddle-react/use-settled.ts';
import type { Approval, DecidedItem } from '../../../api/schema.ts';
import { counted } from '../../../text/counted.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { ItemLine, ItemLines } from './item-line.tsx';
import type { LeftOut } from './left-out.ts';
import { LeftOutLines } from './left-out-lines.tsx';
import { ResultText } from './result-text.tsx';
import { resultWords } from './result-words.ts';

/** The result of a decision on several calls, for each of them. */
export function ResultsStep({
  decision,
  items,
  results,
  left,
  live,
  onClose,
}: {
  decision: 'approve' | 'reject';
  /** The calls that were decided on, in the order of the results. */
  items: readonly Approval[];
  results: readonly DecidedItem[];
  left: readonly LeftOut[];
  /** The items that wait now. */
  live: readonly Approval[];
  onClose: () => void;
}) {
  const done = useRef<HTMLButtonElement>(null);
  // The press that has sent the decision must not close what became of it.
  const settled = useSettled(settleMs);
  useEffect(() => {
    if (settled) done.current?.focus();
  }, [settled]);
  const accepted = results.filter(({ result }) => result === 'accepted').length;
  const refused = results.length - accepted;
  const waiting = new Set(live.map(({ tool_call_id }) => tool_call_id));
  return (
    <div className="space-y-4">
      <p role="status" className="text-sm font-medium">
        {counted(accepted, 'call')} {decision === 'approve' ? 'approved' : 'rejected'}
        {refused > 0 && `, ${refused} refused`}
        {left.length > 0 && `, ${left.length} left out`}.
      </p>
      <ItemLines label="Results">
        {items.map((item, index) => {
          const result = results[index];
          return (
            <ItemLine key={item.tool_call_id} item={item}>
              {result !== undefined && (
                <ResultText
                  item={item}
                  words={resultWords(result, decision, waiting.has(item.tool_call_id))}
                />
              )}
            </ItemLine>
          );
        })}
      </ItemLines>
      <LeftOutLines left={left} />
      <DialogActions>
        {decision === 'approve' && (
          <Button asChild look="quiet">
            <Link to="/inbox" search={{ view: 'decided' }}>
              See what was sent
            </Link>
          </Button>
        )}
        <Button ref={done} look="primary" disabled={!settled} onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </div>
  );
}
