import { rowAfter, type RowPlace } from './row-after.ts';

/** The rows of the page, in their order, and where among them one is. */
function rowsOf(page: ParentNode): { rows: HTMLElement[]; place: RowPlace } {
  const rows = [...page.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row.checkVisibility());
  const { activeElement } = document;
  // The innermost of nested rows.
  const indexWhere = (test: (row: HTMLElement) => boolean): number | undefined => {
    const index = rows.findLastIndex(test);
    return index === -1 ? undefined : index;
  };
  const focused = indexWhere(
    (row) => row === activeElement || row.contains(activeElement) || sharesLine(row, activeElement),
  );
  const current = indexWhere((row) => row.ariaCurrent !== null && row.ariaCurrent !== 'false');
  const next = indexWhere((row) => row.dataset['row'] === 'next');
  return { rows, place: { count: rows.length, at: focused ?? current, next } };
}

/** Whether something stands in the item of a list, or the row of a table, that a row is the link of. */
function sharesLine(row: HTMLElement, element: Element | null): boolean {
  const line = element?.closest('li, tr') ?? null;
  return line !== null && line === row.closest('li, tr');
}

/** Moves the focus to the next row of the page, or to the one before. */
export function moveToRow(page: ParentNode, by: 1 | -1): boolean {
  const { rows, place } = rowsOf(page);
  const row = rows[rowAfter(place, by) ?? -1];
  row?.focus();
  row?.scrollIntoView({ block: 'nearest' });
  return row !== undefined;
}

/** From the row that has the focus to the first thing in it that can be pressed. What is pressed itself, as a link is, opens by itself. */
export function enterRow(): boolean {
  const row = document.activeElement;
  if (!(row instanceof HTMLElement) || row.dataset['row'] === undefined || row.matches('a, button'))
    return false;
  const first = row.querySelector<HTMLElement>('a[href], button:enabled, summary');
  first?.focus();
  return first !== null;
}

/** Selects the row that has the focus, or no longer. */
export function selectRow(page: ParentNode): boolean {
  const { rows, place } = rowsOf(page);
  const row = rows[place.at ?? -1];
  const box = row?.closest('li, tr')?.querySelector<HTMLElement>('[data-select]');
  box?.click();
  return box !== undefined && box !== null;
}

/** Goes to the field by which the page is searched. */
export function goToSearch(page: ParentNode): boolean {
  const marked = page.querySelector<HTMLElement>('[data-search]');
  const field =
    marked ?? page.querySelector<HTMLElement>('input:is([type=search], [type=text], :not([type]))');
  field?.focus();
  return field !== null;
}
