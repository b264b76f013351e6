import { foldWords } from '../fold-words.ts';

/** Spellings of legal forms, by the form as it is compared. Those of one right that a bank may change without becoming another. */
const spellings: readonly (readonly [form: string, ...spelled: string[]])[] = [
  ['ag', 'aktiengesellschaft'],
  ['ab', 'ab publ', 'aktiebolag', 'aktiebolag publ'],
  ['as', 'aktieselskab', 'a s'],
  ['bv', 'b v'],
  ['bsc', 'bsc c', 'bsc closed'],
  ['bhd', 'berhad'],
  ['co', 'company'],
  ['co ltd', 'co limited', 'company limited', 'company ltd'],
  ['corp', 'corporation'],
  ['corp ltd', 'corporation limited', 'corp limited', 'corporation ltd'],
  ['inc', 'incorporated'],
  ['jsc', 'joint stock company', 'ojsc', 'cjsc', 'pjsc', 'jscb'],
  ['ltd', 'limited', 'ltda', 'limitada'],
  ['na', 'national association', 'n a'],
  ['nv', 'n v'],
  ['plc', 'public limited company', 'p l c'],
  ['pcl', 'public company limited'],
  ['sa', 's a', 'sociedad anonima', 'societe anonyme'],
  ['sae', 's a e'],
  ['sal', 's a l'],
  ['sanv', 'sa nv', 's a n v'],
  ['sas', 's a s'],
  ['pty ltd', 'pty limited'],
  ['uab'],
  ['spa', 's p a', 'societa per azioni'],
  ['saog', 's a o g'],
  ['gmbh'],
  ['kg'],
  ['kgaa'],
  ['se'],
  ['eg'],
  ['asa'],
  ['oyj', 'abp', 'oyj abp'],
  ['sarl', 's a r l', 'srl', 's r l'],
  ['dd', 'd d'],
  ['ad', 'a d'],
  ['doo', 'd o o'],
  ['zrt'],
  ['nyrt'],
  ['psc', 'p s c'],
  ['tbk'],
];

const formOf = new Map(
  spellings.flatMap(([form, ...others]) => [form, ...others].map((one) => [one, form] as const)),
);
/** The most words that a legal form is written with. */
const mostWords = Math.max(...[...formOf.keys()].map((form) => form.split(' ').length));

/** Words of parentheses and suffixes that only say which part of the institution it is. */
const partWords =
  'branch|filiale?|succursale|sucursal|niederlassung|zweigniederlassung|department|dept|division|purpose|head office|rtgs|clearing bank|' +
  'private banking|payments?|processing centre|cms|custody|pooling|score|trade finance|equities|derivatives|institutional banking|operator';
const ofPart = new RegExp(
  `\\((?:[^()]*\\b(?:${partWords})\\b[^()]*|eur|usd|gbp)\\)|(?:,| -|\\.) [^,().-]*\\bbranch$`,
  'gi',
);
const former = /\s*\((?:formerly|ex|previously|vormals)\b.*$/i;
const articles = new Set(['the', 'and']);
/** Legal forms that may also stand before the name. */
const leading = new Set(['ab', 'as', 'pt', 'uab']);

/** The name of a legal entity in the form in which it is compared. */
export interface EntityName {
  /** Its words without the legal form, articles, and what says which part of it is meant. */
  core: string;
  /** The legal form in one spelling. Empty if the name has none. */
  form: string;
}

/** Reads a name of a legal entity, of a part of it such as a branch, or one with a former name beside it. */
export function entityName(name: string): EntityName {
  const words = foldWords(nameOfWhole(name)).filter((word) => !articles.has(word));
  for (let length = Math.min(mostWords, words.length - 1); length > 0; length -= 1) {
    const form = formOf.get(words.slice(-length).join(' '));
    if (form !== undefined) return { core: words.slice(0, -length).join(' '), form };
  }
  const [first = '', ...others] = words;
  return leading.has(first) && others.length > 0
    ? { core: others.join(' '), form: first }
    : { core: words.join(' '), form: '' };
}

/** The name of the institution that a branch or a department belongs to. */
export function nameOfWhole(name: string): string {
  return name.replace(former, '').replaceAll(ofPart, '').replaceAll(/ {2,}/g, ' ').trim();
}
