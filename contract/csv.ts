/** What stands in a cell. */
export type CsvValue = string | number | undefined;

/**
 * A line of CSV (RFC 4180). A text that a spreadsheet would take for a formula begins with an apostrophe: names and messages come from
 * outside.
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(field).join()}\r\n`;
}

function field(value: CsvValue): string {
  const text = String(value ?? '');
  const shown = typeof value === 'string' && /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

/** Without it, spreadsheets take a file for another encoding. */
export const byteOrderMark = '\uFEFF';
