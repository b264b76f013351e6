import { z } from 'zod';
import { parseJson } from '#contract/json.ts';
import { hasRightCheckDigit } from '#identify/rails/routing-number.ts';
import { readJsonElements } from './json-elements.ts';
import { firstLine, readLines } from './lines.ts';
import { Name, type NewRow, readCells, type ReadRow } from './row-reader.ts';
import { readTable } from './table.ts';

const columns = {
  routingNumber: { names: ['routingNumber'] },
  customerName: { names: ['customerName'] },
  customerCity: { names: ['customerCity'], optional: true },
  customerState: { names: ['customerState'], optional: true },
  dataViewCode: { names: ['dataViewCode'], optional: true },
} as const;

/** The columns in the lines of the text file, from and to, counted from 0. */
const fixedColumns = {
  routingNumber: [0, 9],
  customerName: [35, 71],
  customerCity: [107, 127],
  customerState: [127, 129],
  dataViewCode: [149, 150],
} as const;
/** A line without its filler. */
const shortestLine = 150;

const Participant = z.object({
  routingNumber: z
    .string()
    .regex(/^\d{9}$/, 'must be nine digits')
    .refine(hasRightCheckDigit, 'has a wrong check digit'),
  customerName: Name,
  customerCity: z.string().default(''),
  customerState: z.string().default(''),
  dataViewCode: z.enum(['', '1', '0'], 'must be 0 or 1').default(''),
});

/**
 * The FedACH directory of the Federal Reserve in its published forms: text with 155 characters per line, JSON, or CSV
 * with the names of the JSON. Rows that are not in the current view are left out.
 */
export async function* readFedach(file: string): AsyncGenerator<ReadRow> {
  const first = await firstLine(file);
  if (/^[{[]/.test(first)) yield* readJson(file);
  else if (/^\d{9}[OB ]/.test(first)) yield* readText(file);
  else for await (const line of readTable(file, columns)) yield readCells(Participant, line, toRow);
}

async function* readText(file: string): AsyncGenerator<ReadRow> {
  for await (const { line, cells } of readLines(file)) {
    const [text = ''] = cells;
    if (text.length < shortestLine) {
      yield { line, refused: `must have ${shortestLine} characters` };
      continue;
    }
    const fields = Object.entries(fixedColumns).map(([name, [from, to]]) => [
      name,
      text.slice(from, to).trim(),
    ]);
    yield readCells(Participant, { line, cells: Object.fromEntries(fields) }, toRow);
  }
}

async function* readJson(file: string): AsyncGenerator<ReadRow> {
  for await (const { line, text } of readJsonElements(file)) {
    const cells = parseJson(text);
    if (cells === undefined) yield { line, refused: 'is not JSON' };
    else yield readCells(Participant, { line, cells }, toRow);
  }
}

function toRow({
  routingNumber,
  customerName,
  customerCity,
  customerState,
  dataViewCode,
}: z.output<typeof Participant>): NewRow | 'left out' {
  if (dataViewCode === '0') return 'left out';
  const branch = {
    ...(customerCity === '' ? {} : { city: customerCity }),
    ...(customerState === '' ? {} : { state: customerState }),
  };
  return {
    directory: 'fedach',
    key: routingNumber,
    name: customerName,
    country: 'US',
    ...(Object.keys(branch).length === 0 ? {} : { branch }),
  };
}
