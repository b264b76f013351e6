import { Link } from '@tanstack/react-router';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import { creditsNumber } from '../../text/credits.ts';
import { listRow } from '../../ui/list-row.ts';
import { locale } from '../../text/locale.ts';
import type { CostRow } from './cost-rows.ts';

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });

/** A row of a table of costs, which leads to the runs behind it. */
export function CostTableRow({ row: { name, cost, share, count, search } }: { row: CostRow }) {
  const text = visibleLine(name);
  return (
    <tr className="hover:bg-hover focus-visible:outline-offset-[-2px]" {...(search === undefined && listRow)}>
      <th
        scope="row"
        className="max-w-0 truncate border-b py-2.5 pr-4 pl-5 text-left font-normal"
        title={text}
      >
        {search === undefined ? (
          text
        ) : (
          <Link
            to="/runs"
            search={search}
            data-row
            className="rounded font-medium underline-offset-2 hover:underline"
          >
            {text}
          </Link>
        )}
      </th>
      <td className="border-b px-4 py-2.5 text-right whitespace-nowrap">{creditsNumber(cost)}</td>
      <td className="border-b px-4 py-2.5 text-right text-muted">{percent.format(share)}</td>
      <td className="border-b py-2.5 pr-5 pl-4 text-right">{count.toLocaleString(locale)}</td>
    </tr>
  );
}
