import { useMemo, useState } from 'react';
import { Button } from './button.tsx';
import { DiffLine } from './diff-line.tsx';
import { lineRows, shownRows } from './line-rows.ts';
import { counted } from '../text/counted.ts';

/** Rows of which the page keeps up with: more are shown when asked for. */
const pageRows = 400;

/** Two texts side by side, with the lines that differ marked by colour and by a sign. */
export function TextDiff({
  label,
  left,
  right,
  leftLabel,
  rightLabel,
}: {
  /** Name of the comparison, unique on the page. */
  label: string;
  left: string;
  right: string;
  leftLabel: string;
  rightLabel: string;
}) {
  const [most, setMost] = useState(pageRows);
  const rows = useMemo(() => shownRows(lineRows(left, right)), [left, right]);
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={`${label}: ${leftLabel} beside ${rightLabel}`}
      className="max-h-[32rem] overflow-auto rounded-lg border"
    >
      <table className="w-full min-w-[40rem] table-fixed font-mono text-xs leading-5">
        <thead className="sticky top-0 bg-surface font-sans">
          <tr>
            <th scope="col" className="border-b px-3 py-2 text-left font-medium">
              {leftLabel}
            </th>
            <th scope="col" className="border-b border-l px-3 py-2 text-left font-medium">
              {rightLabel}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map((row, index) =>
            'skipped' in row ? (
              <tr key={index} className="bg-sunken font-sans text-muted">
                <td colSpan={2} className="px-3 py-1">
                  {counted(row.skipped, 'line')} the same
                </td>
              </tr>
            ) : (
              <tr key={index}>
                <DiffLine text={row.left} sign="−" changed={!row.same} tone="bg-bad-soft" />
                <DiffLine
                  text={row.right}
                  sign="+"
                  changed={!row.same}
                  tone="bg-good-soft"
                  className="border-l"
                />
              </tr>
            ),
          )}
        </tbody>
      </table>
      {rows.length > most && (
        <Button size="small" look="quiet" className="m-2" onClick={() => setMost(most + pageRows)}>
          Show more of {counted(rows.length - most, 'line')}
        </Button>
      )}
    </div>
  );
}
