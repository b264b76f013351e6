import type { List } from '../../api/use-list.ts';
import { locale } from '../../text/locale.ts';
import { CsvButton } from '../csv-button.tsx';
import type { CsvColumn } from '../csv-of.ts';
import { ErrorNotice } from '../error-notice.tsx';

/** How much of a list is there, what kept the next page from being read, and all of it as a file. */
export function TableFoot<Item>({
  list,
  label,
  inFile,
}: {
  list: List<Item>;
  label: string;
  inFile: CsvColumn<Item>[];
}) {
  const { items, loadingMore, hasMore, error, staleSince, loadMore } = list;
  return (
    <>
      <div className="flex items-center justify-between gap-3 py-1.5 pr-3 pl-5">
        <p className="text-xs text-muted" role="status">
          {loadingMore
            ? 'Loading more…'
            : hasMore
              ? 'Scroll for more'
              : `${items.length.toLocaleString(locale)} in all`}
        </p>
        {inFile.length > 0 && <CsvButton name={label} columns={inFile} pages={list.pages} />}
      </div>
      {error !== null && staleSince === undefined && (
        <ErrorNotice error={error} onRetry={loadMore} className="m-4" />
      )}
    </>
  );
}
