import type { List } from '../api/use-list.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { CsvButton } from './csv-button.tsx';
import type { CsvColumn } from './csv-of.ts';

/** The end of a list that is no table: the way to more of it, and all of it as a file. */
export function ListFoot<Item>({
  list: { items, hasMore, loadingMore, loadMore, pages },
  name,
  columns,
  more = 'Show more',
  className,
}: {
  list: List<Item>;
  /** Name of the file. */
  name: string;
  columns: readonly CsvColumn<Item>[];
  more?: string;
  className?: string;
}) {
  if (items.length === 0) return null;
  return (
    <div className={classes('flex items-center justify-end gap-2 px-4 py-1.5', className)}>
      {hasMore && (
        <Button size="small" look="quiet" className="mr-auto" busy={loadingMore} onClick={loadMore}>
          {more}
        </Button>
      )}
      <CsvButton name={name} columns={columns} pages={pages} />
    </div>
  );
}
