import { readFileSync } from 'node:fs';
import type { IdentifyData } from '../data/tables.ts';
import { tellingStems } from '../build/same-bank.ts';
import { IdentifyRequest } from '#contract/identify.ts';
import { findIbanBank } from '../iban-bank.ts';
import { readInquiry } from '../identify.ts';
import { checkedReferences, judge } from './checked-references.ts';

/**
 * A comparison of the tables and another list for one code: the same bank, another one because of a merger or new name
 * that was settled by hand, another one in an answer that is not certain, none, or another bank as certain.
 */
export type Finding = 'same' | 'settled' | 'unsure' | 'missing' | 'wrong';

/** A code that was compared. */
export interface Compared {
  /** The rail or, for the codes in IBANs, the country: `swift`, `iban DE`. */
  table: string;
  country: string;
  code: string;
  /** The key of the other list. */
  source: string;
  finding: Finding;
  /** The bank's name in the tables and in the other list. */
  named: string;
  says: string;
}

/** A row of registers.tsv: a national bank code, its BIC if the list has one, and the beginnings of telling words of its name. */
interface RegisterRow {
  code: string;
  bic: string;
  words: string;
  source: string;
}

/** A bank as the tables know it, with the certainty of an answer that names it. */
interface Held {
  id: string;
  names: readonly string[];
  /** Its name before a takeover or renaming, as older lists have it. */
  former?: readonly string[];
  confidence: string;
}

const findings = { right: 'same', candidate: 'unsure', 'not found': 'missing' } as const;

/** Compares the tables with every list that they are not made from. */
export function compareTables(data: IdentifyData): Compared[] {
  return [...compareRegisters(data), ...compareReferences(data)];
}

function compareReferences(data: IdentifyData): Compared[] {
  return checkedReferences.map((reference) => {
    const { rail, country, request, bank: says, source } = reference;
    const { verdict, answer } = judge(reference, data);
    return {
      table: rail === 'iban' ? `iban ${country}` : rail,
      country,
      code: Object.values(request).join(' '),
      source,
      finding: verdict === 'wrong' || verdict === 'unsure' ? verdict : findings[verdict],
      named: answer.institution?.name ?? '',
      says,
    };
  });
}

function compareRegisters(data: IdentifyData): Compared[] {
  const settled = settledDifferences(data);
  return readRows('registers.tsv').flatMap((row) => {
    const { code, bic, words, source } = row;
    const national = nationalHolder(code, data);
    const compare = (table: string, asked: string, held: Held | undefined) => ({
      table,
      country: code.slice(0, 2),
      code: asked,
      source,
      finding:
        settled.has(`${asked} ${words}`) && held !== undefined ? ('settled' as const) : finding(held, row),
      named: held?.names[0] ?? '',
      says: words,
    });
    const byCode = compare(`iban ${code.slice(0, 2)}`, code, national);
    return bic === '' ? [byCode] : [byCode, compare('swift', bic, bicHolder(bic, data))];
  });
}

/** How what the tables have of a code agrees with what a list says of it. */
export function finding(held: Held | undefined, { bic, words }: Pick<RegisterRow, 'bic' | 'words'>): Finding {
  if (held === undefined) return 'missing';
  const stems = new Set(words.split(' '));
  if (held.former?.some((name) => tellingStems(name).slice(0, 4).join(' ') === words) === true) return 'same';
  if (held.names.some((name) => tellingStems(name).some((stem) => stems.has(stem)))) return 'same';
  // A BIC of its own says that it is one bank, whatever the languages of the names.
  if (bic !== '' && held.id.endsWith(`_bic_${bic.slice(0, 8).toLowerCase()}`)) return 'same';
  return held.confidence === 'exact' || held.confidence === 'range' ? 'wrong' : 'unsure';
}

function nationalHolder(code: string, data: IdentifyData): Held | undefined {
  const found = findIbanBank(code.slice(0, 2), code.slice(2), data);
  const row = found?.known?.row;
  if (found === undefined || row === undefined) return undefined;
  return {
    id: row.id,
    names: [row.name, row.short_name, found.branch],
    former: formerNames([`iban:${code}`, `bic:${data.iban_bank.find(code)?.bic.slice(0, 8) ?? ''}`], data),
    confidence: found.confidence,
  };
}

function bicHolder(bic: string, data: IdentifyData): Held | undefined {
  const inquiry = readInquiry(IdentifyRequest.parse({ rail: 'swift', bic }), data);
  if ('malformed' in inquiry) return undefined;
  const { institution, confidence = '' } = inquiry.identify([]);
  if (institution === undefined) return undefined;
  const { id, name, short_name = '', branch } = institution;
  return {
    id,
    names: [name, short_name, branch?.name ?? ''],
    former: formerNames([`bic:${bic.slice(0, 8)}`], data),
    confidence,
  };
}

function formerNames(codes: readonly string[], data: IdentifyData): string[] {
  return codes.flatMap((code) => data.bank_change.find(code)?.former ?? []);
}

/** Differences that were settled by hand: those of the table disagreement, and those in settled.tsv. */
function settledDifferences(data: IdentifyData): ReadonlySet<string> {
  const known = [...data.disagreement.rows()]
    .filter(({ settled }) => settled !== '')
    .map(({ code, says }) => `${code.replace(/^\w+:/, '')} ${tellingStems(says).slice(0, 4).join(' ')}`);
  const kept = readRows('settled.tsv').map(({ code, words }) => `${code} ${words}`);
  return new Set([...known, ...kept]);
}

function readRows(file: string): RegisterRow[] {
  const [head = '', ...lines] = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const columns = head.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
    return { code: cell('code'), bic: cell('bic'), words: cell('words'), source: cell('source') };
  });
}
