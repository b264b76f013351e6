import { readFileSync } from 'node:fs';
import { IdentifyRequest } from '#contract/identify.ts';
import { foldWords } from '../fold-words.ts';
import { type Identification, readInquiry } from '../identify.ts';
import type { IdentifyData } from '../data/tables.ts';

/** A reference whose bank is known from a source that the tables were not built from. */
export interface CheckedReference {
  country: string;
  rail: string;
  request: Record<string, string>;
  /** The name of its bank, as the head of the list explains. */
  bank: string;
  source: string;
}

/**
 * The quality of an answer: the bank, the bank among several candidates, no bank, another bank with less confidence, or
 * another bank as certain.
 */
export type Verdict = 'right' | 'candidate' | 'not found' | 'unsure' | 'wrong';

const file = readFileSync(new URL('./checked-references.tsv', import.meta.url), 'utf8');
const lines = file.trim().split('\n');

/** The list's sources: key, name, licence, and an address if the source has one. */
export const checkedSources = lines
  .filter((line) => line.startsWith('# ') && line.includes('\t'))
  .map((line) => line.slice(2).split('\t'));

export const checkedReferences: CheckedReference[] = lines
  .filter((line) => !line.startsWith('#'))
  .slice(1)
  .map((line) => {
    const [country = '', rail = '', request = '', bank = '', source = ''] = line.split('\t');
    const fields = request.split(' ').map((field) => field.split('=') as [string, string]);
    return { country, rail, request: Object.fromEntries(fields), bank, source };
  });

/** Looks a reference up, as `POST /v1/identify` does. */
export function judge(
  { rail, request, bank }: CheckedReference,
  data: IdentifyData,
): { verdict: Verdict; answer: Identification } {
  const inquiry = readInquiry(IdentifyRequest.parse({ rail, ...request }), data);
  if ('malformed' in inquiry) throw new Error(`Malformed: ${JSON.stringify(request)}`);
  const answer = inquiry.identify([]);
  return { answer, verdict: verdictOf(answer, bank) };
}

function verdictOf(
  { result, institution, candidates = [], confidence }: Identification,
  bank: string,
): Verdict {
  if (result === 'identified' && institution !== undefined && isCalled(institution, bank)) return 'right';
  if (candidates.some((one) => isCalled(one, bank))) return 'candidate';
  if (result !== 'identified') return 'not found';
  return confidence === 'exact' || confidence === 'range' ? 'wrong' : 'unsure';
}

/** Whether an institution's names fit what the list says of a bank. */
export function isCalled(
  { name, short_name = '' }: { name: string; short_name?: string | undefined },
  bank: string,
): boolean {
  return bank.split('|').some((alternative) => {
    const wanted = alternative.trim();
    if (wanted.startsWith('=')) {
      const whole = proper(wanted.slice(1)).join(' ');
      return [name, short_name].some((one) => proper(one).join(' ') === whole);
    }
    const words = new Set([...spellings(name), ...spellings(short_name)]);
    return wanted
      .split(' ')
      .every((word) =>
        word.startsWith('-')
          ? spellings(word).every((one) => !words.has(one))
          : spellings(word).every((one) => words.has(one)),
      );
  });
}

/** Words without the difference between `ä` and `ae`. */
function spellings(text: string): string[] {
  return foldWords(text).map((word) => word.replaceAll(/(?<=[aou])e/g, ''));
}

const legalForms = new Set(
  'ab ag as asa berhad bhd bsc co company corp corporation eg gmbh inc limited llc ltd n na nv nyrt p pcl pjsc plc psc pt public publ s sa saog se spa tbk zrt a the of and de la le da persero r l q v'.split(
    ' ',
  ),
);

/** The words of a name that are not its legal form. */
function proper(text: string): string[] {
  return spellings(text).filter((word) => !legalForms.has(word));
}
