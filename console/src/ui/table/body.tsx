import type { Column, RowLink } from './column.ts';
import { TableRow } from './row.tsx';
import type { useRowWindow } from './use-row-window.ts';

/** The handlers of a table's rows. */
export interface RowProps<Item> {
  columns: Column<Item>[];
  rowKey: (item: Item) => string;
  /** Default: a row leads nowhere, and its keys go to what can be pressed in it. */
  link?: ((item: Item) => RowLink) | undefined;
}

/** The rows in view. */
export function TableBody<Item>({
  items,
  window: { shown, above, below, measureOf },
  columns,
  rowKey,
  link,
}: RowProps<Item> & { items: readonly Item[]; window: Omit<ReturnType<typeof useRowWindow>, 'scroller'> }) {
  return (
    <tbody>
      {above > 0 && <Spacer height={above} span={columns.length} />}
      {shown.map((index) => {
        const item = items[index];
        if (item === undefined) return null;
        return (
          <TableRow
            key={rowKey(item)}
            {...measureOf(index)}
            index={index}
            item={item}
            columns={columns}
            link={link}
          />
        );
      })}
      {below > 0 && <Spacer height={below} span={columns.length} />}
    </tbody>
  );
}

/** Takes the room of the rows that are out of view. */
function Spacer({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={span} style={{ height, padding: 0 }} />
    </tr>
  );
}
