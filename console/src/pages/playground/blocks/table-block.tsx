import { useState } from 'react';
import { locale } from '../../../text/locale.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import type { Block } from './payloads.ts';

/** Short cells do not wrap: the table scrolls instead of separating an amount from its currency. */
const isShort = (cell: unknown): boolean => String(cell).length <= 24;

/** More rows than this of a block would make the page slow. The rest of a table is shown when asked for. */
export const mostRows = 200;

/** A table of a reply. */
export function TableBlock({ block: { payload } }: { block: Extract<Block, { kind: 'table' }> }) {
  const [shown, setShown] = useState(mostRows);
  const left = payload.rows.length - shown;
  return (
    <>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={payload.title ?? 'Table'}>
        <table className="w-full text-left text-sm">
          <thead>
            <tr>
              {payload.columns.map((column, index) => (
                <th
                  key={index}
                  scope="col"
                  className="border-b px-4 py-2 text-xs font-medium whitespace-nowrap text-muted"
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {payload.rows.slice(0, shown).map((row, index) => (
              <tr key={index}>
                {row.map((cell, index) => (
                  <td
                    key={index}
                    className={classes('px-4 py-2 tabular-nums', isShort(cell) && 'whitespace-nowrap')}
                  >
                    {cell === null ? '—' : String(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {left > 0 && (
        <Button
          size="small"
          look="quiet"
          className="m-2"
          onClick={() => setShown((before) => before + mostRows)}
        >
          Show {Math.min(left, mostRows)} more of {payload.rows.length.toLocaleString(locale)} rows
        </Button>
      )}
    </>
  );
}
