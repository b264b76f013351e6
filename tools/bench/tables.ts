/** A line of a table: its cells by the heads of their columns. */
export type Row = Record<string, string>;

/** Figures under a title. */
export interface Table {
  title: string;
  rows: Row[];
}

/** Rounds figures for a table. */
export function cells(figures: object, digits = 1): Row {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, Number(value).toFixed(digits)]),
  );
}

/** Figures of all processes in one cell. */
export function eachProcess(figures: Record<string, number>, digits = 0): string {
  return Object.entries(figures)
    .map(([name, figure]) => `${name} ${figure.toFixed(digits)}`)
    .join(', ');
}

/** The table for a terminal or for a page. */
export function print({ title, rows }: Table, asMarkdown: boolean): void {
  if (!asMarkdown) {
    console.log(`\n${title}`);
    console.table(rows);
    return;
  }
  const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [heads, heads.map(() => '---'), ...rows.map((row) => heads.map((head) => row[head] ?? ''))];
  console.log(`\n### ${title}\n\n${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}`);
}
