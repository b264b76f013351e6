import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ManifestSource } from '../data/manifest.ts';
import { subletCorrections } from './sublet-corrections.ts';
import { writeTable } from './write-table.ts';

/** Rebuilds the tables of Indian codes from the installed package ifsc: `node identify/build/ifsc.ts`. */
const { version } = read('../package.json') as { version: string };
const source: ManifestSource = {
  name: `ifsc ${version}, of the lists of the Reserve Bank of India and NPCI`,
  licence: 'MIT',
  as_of: '2026-08-24',
  url: 'https://github.com/razorpay/ifsc',
};

/** A bank's row. Flags say in which national systems it takes part. */
interface BankRow {
  type?: string;
  upi?: boolean;
  ach_credit?: boolean;
  apbs?: boolean;
}

/** Banks that the package calls by a former name. */
const namesOfToday = { CSBK: 'CSB Bank', DBSS: 'DBS Bank India' };

const names: Record<string, string> = {
  ...(read('banknames.json') as Record<string, string>),
  ...namesOfToday,
};
const banks = read('banks.json') as Record<string, BankRow>;
const branches = read('IFSC.json') as Record<string, (string | number)[]>;
const sublets = {
  ...(read('sublet.json') as object),
  ...(read('custom-sublets.json') as object),
  ...subletCorrections,
};

writeTable(
  'ifsc_bank',
  { ifsc: source },
  Object.entries(names).map(([bank, name]) => ({
    bank,
    name,
    type: bank === 'RBIS' ? 'central_bank' : 'bank',
    rails: railsOf(banks[bank]).join(','),
  })),
);

const codes = Object.entries(branches).flatMap(([bank, own]) =>
  own.map((branch) => `${bank}0${typeof branch === 'number' ? String(branch).padStart(6, '0') : branch}`),
);
const isNumeric = (code: string) => /^\d{6}$/.test(code.slice(5));
writeTable('ifsc_branch_range', { ifsc: source }, rangesOf(codes.filter(isNumeric).toSorted()));
writeTable(
  'ifsc_branch',
  { ifsc: source },
  codes.filter((code) => !isNumeric(code)).map((ifsc) => ({ ifsc })),
);
writeTable(
  'ifsc_sublet',
  { ifsc: source },
  Object.entries(sublets as Record<string, string>)
    .filter(([, lessee]) => lessee !== '')
    .map(([prefix, lessee]) =>
      names[lessee] === undefined ? { prefix, bank: '', name: lessee } : { prefix, bank: lessee, name: '' },
    ),
);

function railsOf(bank: BankRow = {}): string[] {
  return [
    ...(bank.ach_credit === true ? ['nach'] : []),
    ...(bank.apbs === true ? ['apbs'] : []),
    ...(bank.upi === true ? ['upi'] : []),
  ];
}

function rangesOf(sorted: string[]): { from: string; to: string }[] {
  const ranges: { from: string; to: string }[] = [];
  for (const code of sorted) {
    const last = ranges.at(-1);
    if (last !== undefined && follows(code, last.to)) last.to = code;
    else ranges.push({ from: code, to: code });
  }
  return ranges;
}

function follows(code: string, before: string): boolean {
  return code.slice(0, 5) === before.slice(0, 5) && Number(code.slice(5)) === Number(before.slice(5)) + 1;
}

/** A file of the package. Its entry point is not used, because it makes requests. */
function read(file: string): unknown {
  const folder = new URL('../../node_modules/ifsc/src/', import.meta.url);
  return JSON.parse(readFileSync(fileURLToPath(new URL(file, folder)), 'utf8'));
}
