import { ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import { type Block, hostOf, isSafeUrl } from './payloads.ts';
import { locale } from '../../../text/locale.ts';

/** What stays on one line: a table rather scrolls than breaks an amount from its currency. */
const isShort = (cell: unknown): boolean => String(cell).length <= 24;

/** A rich block of a reply. */
export function BlockView({ block }: { block: Block }) {
  return (
    <figure className="overflow-hidden rounded-card border bg-surface shadow-card">
      {block.payload.title !== undefined && (
        <figcaption className="border-b px-4 py-2.5 text-sm font-semibold">{block.payload.title}</figcaption>
      )}
      <BlockContent block={block} />
    </figure>
  );
}

function BlockContent({ block }: { block: Block }): ReactNode {
  switch (block.kind) {
    case 'text':
      return (
        <div className="px-4 py-3">
          <Markdown text={block.payload.text} />
        </div>
      );
    case 'key_value':
      return (
        <DescriptionList
          className="px-4 py-3"
          rows={block.payload.items
            .slice(0, mostRows)
            .map(({ label, value }) => [label, value === null ? '—' : String(value)])}
        />
      );
    case 'links':
      return (
        <ul className="divide-y divide-line">
          {block.payload.items.slice(0, mostRows).map(({ label, url }, index) => (
            <li key={index}>
              {isSafeUrl(url) ? (
                <a
                  href={url}
                  target="_blank"
                  rel="noopener noreferrer nofollow"
                  className="flex items-center gap-2 px-4 py-2.5 text-sm font-medium text-accent hover:bg-hover"
                >
                  <span className="min-w-0 break-words">{label}</span>
                  <span className="ml-auto min-w-0 truncate text-xs font-normal text-muted">
                    {hostOf(url)}
                  </span>
                  <ExternalLink className="size-4 shrink-0" aria-hidden />
                </a>
              ) : (
                <span className="block px-4 py-2.5 text-sm">{label}</span>
              )}
            </li>
          ))}
        </ul>
      );
    case 'table':
      return <TableBlock block={block} />;
    default:
      return block satisfies never;
  }
}

/** More rows than this of a block would make the page slow. The rest of a table is shown when asked for. */
const mostRows = 200;

function TableBlock({ block: { payload } }: { block: Extract<Block, { kind: 'table' }> }) {
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
