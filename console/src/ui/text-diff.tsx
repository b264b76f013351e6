import { diffLines } from 'diff';
import { useMemo } from 'react';
import { classes } from './classes.ts';

/** A line of a comparison: on the left, on the right, or the same on both sides. */
interface Row {
  left?: string;
  right?: string;
  same: boolean;
}

/** Two texts side by side, with the lines that differ marked by colour and by a sign. */
export function TextDiff({
  left,
  right,
  leftLabel,
  rightLabel,
}: {
  left: string;
  right: string;
  leftLabel: string;
  rightLabel: string;
}) {
  const rows = useMemo(() => rowsOf(left, right), [left, right]);
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={`${leftLabel} beside ${rightLabel}`}
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
          {rows.map(({ left, right, same }, index) => (
            <tr key={index}>
              <Line text={left} sign="−" changed={!same} tone="bg-bad-soft" />
              <Line text={right} sign="+" changed={!same} tone="bg-good-soft" className="border-l" />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({
  text,
  sign,
  changed,
  tone,
  className,
}: {
  text: string | undefined;
  sign: string;
  changed: boolean;
  tone: string;
  className?: string;
}) {
  return (
    <td
      className={classes(
        'px-3 align-top break-words whitespace-pre-wrap',
        changed && text !== undefined && tone,
        changed && text === undefined && 'bg-sunken',
        className,
      )}
    >
      {text !== undefined && `${changed ? sign : ' '} ${text}`}
    </td>
  );
}

/** The rows of a comparison. Lines that were replaced stand beside those that replace them. */
function rowsOf(left: string, right: string): Row[] {
  const rows: Row[] = [];
  let removed: string[] = [];
  const flush = (added: string[]): void => {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
      const [before, after] = [removed[index], added[index]];
      rows.push({
        same: false,
        ...(before !== undefined && { left: before }),
        ...(after !== undefined && { right: after }),
      });
    }
    removed = [];
  };
  for (const { value, added, removed: gone } of diffLines(`${left}\n`, `${right}\n`)) {
    const lines = value.replace(/\n$/, '').split('\n');
    if (gone) {
      flush([]);
      removed = lines;
    } else if (added) {
      flush(lines);
    } else {
      flush([]);
      rows.push(...lines.map((line) => ({ left: line, right: line, same: true })));
    }
  }
  flush([]);
  return rows;
}
