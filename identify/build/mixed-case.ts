import { foldWords } from '../fold-words.ts';

/** Legal forms and kinds of institutions as they are written in a name that is not all capitals. */
const forms: Readonly<Record<string, string>> = {
  aps: 'ApS',
  asbl: 'asbl',
  jpmorgan: 'JPMorgan',
  exxonmobil: 'ExxonMobil',
  bhd: 'Bhd',
  cia: 'Cia',
  co: 'Co',
  corp: 'Corp',
  cv: 'C.V.',
  doo: 'd.o.o.',
  eg: 'eG',
  ev: 'e.V.',
  gmbh: 'GmbH',
  gesmbh: 'GesmbH',
  inc: 'Inc',
  kgaa: 'KGaA',
  kk: 'K.K.',
  ltd: 'Ltd',
  ltda: 'Ltda',
  mbh: 'mbH',
  mfb: 'MFB',
  oy: 'Oy',
  oyj: 'Oyj',
  plc: 'plc',
  pte: 'Pte',
  pty: 'Pty',
  pvt: 'Pvt',
  sarl: 'Sarl',
  sdn: 'Sdn',
  spa: 'SpA',
  srl: 'Srl',
  tbk: 'Tbk',
};

/** Words and initials that stay in capitals although they could be read as words. */
const initials = new Set(
  (
    'aaa ab abc abn ad adcb ag aib aig ajb anz ao asa asb axa bad bbva bcc bcee bceao bcp bmo bni bnp bnpp bnr boc bpce bpi bri bsi ' +
    'cab cib cic cifc cimb cio cme csi dab dbs dekabank dnb dws eab ebs ecb edb edf efg eib eni eon esb esg etf eur fca fce feb fia fsa ' +
    'gbp gic gpa hsbc iac ibk ibm icbc icici idb idbi idfc ifc iib ikb imf ing ipo isa itc jpy kbc kfw lbbw llc llp lp lta mps mufg nab ' +
    'nae nbad nib nlb nv ocbc oecd omv orix otc otp psa pt pao ojsc cjsc pjsc jsc oao zao ooo qnb rab rbc rbi rbs sa sab sae sal saog ' +
    'saoc sas sbi sca scb scop se seb sei sgr sicav sif sim sipa skb sns sncf ssb tsb uab uae uba ubaf ubi ubp ubs uca uci uco uhb uk ' +
    'una uob upa us usa usd usaa vab wgz xl raif scsp fcp sicaf dmcc difc adgm bsc ksc kscp psc plc. fze fzco ' +
    'abanca abn amro banestes bnkpro caceis caefcu casden cbipay cecoop conpro esaf iban ibtc mangopay mautech pesa unilag'
  ).split(' '),
);

/** Words of two and three letters, and without a vowel, that are written like any other word. */
const plainWords = new Set(
  (
    'air al aon all am an and any art as at bay be big box by car cat chi cie city cr da dai dan dar de del di do dr du eco el est far fin for fox fry fund gas gold gr hay he ho hua hwa ' +
    'ice ile in ins inv is it jet key kin la land las law le les lao lis los mal man mar mer max mid mr mrs ms mt mut my nai nam nan neo net new nor of off oil old on one ' +
    'or our out own ox pan pay per pro ray re red reg rio rue rye san sao sea sir six sky spy ste st sun sur sus tan tax tea tek tai ten the tin to ' +
    'top toy tri try two up us. van via vie von war way web wir xia yes yen you zen'
  ).split(' '),
);

/** Articles and prepositions that are small inside of names, by language. */
const small: Readonly<Record<string, string>> = {
  en: 'and as at by for from in its of on or the to with',
  // A bank keeps its name abroad.
  any: 'de del della der des di do dos du et und van von',
  de: 'am an auf bei der des dem den die das für fuer im in mit und vom von zu zum zur',
  fr: 'au aux avec de des du en et la le les par pour sur à',
  it: 'a al alla alle con da dal dei degli del della delle dello di e ed il in la le nel per su tra',
  nl: 'de den der en het in op te ten ter van voor',
  es: 'a al con de del e el en la las los para por y',
  pt: 'a ao aos com da das de do dos e em na no nas nos o para por',
  da: 'af for og i på',
  sv: 'av för i och på',
  no: 'av for i og på',
  fi: 'ja',
  pl: 'dla i na o pod przy w we z ze',
  cs: 'a pro v ve z',
  hr: 'i u za',
  ro: 'de din pentru și si',
};

const languages: Readonly<Record<string, string>> = {
  AT: 'de',
  DE: 'de',
  LI: 'de',
  CH: 'de fr it',
  LU: 'fr de',
  BE: 'fr nl',
  NL: 'nl',
  FR: 'fr',
  MC: 'fr',
  GP: 'fr',
  MQ: 'fr',
  RE: 'fr',
  NC: 'fr',
  PF: 'fr',
  SN: 'fr',
  CI: 'fr',
  CM: 'fr',
  GA: 'fr',
  ML: 'fr',
  BF: 'fr',
  BJ: 'fr',
  TG: 'fr',
  NE: 'fr',
  MA: 'fr',
  TN: 'fr',
  DZ: 'fr',
  MG: 'fr',
  HT: 'fr',
  CD: 'fr',
  LB: 'fr',
  IT: 'it',
  SM: 'it',
  VA: 'it',
  ES: 'es',
  AD: 'es',
  MX: 'es',
  AR: 'es',
  CL: 'es',
  CO: 'es',
  PE: 'es',
  EC: 'es',
  UY: 'es',
  PY: 'es',
  BO: 'es',
  VE: 'es',
  CR: 'es',
  PA: 'es',
  DO: 'es',
  GT: 'es',
  HN: 'es',
  SV: 'es',
  NI: 'es',
  CU: 'es',
  PR: 'es',
  PT: 'pt',
  BR: 'pt',
  AO: 'pt',
  MZ: 'pt',
  CV: 'pt',
  ST: 'pt',
  GW: 'pt',
  DK: 'da',
  GL: 'da',
  FO: 'da',
  SE: 'sv',
  NO: 'no',
  FI: 'fi sv',
  PL: 'pl',
  CZ: 'cs',
  SK: 'cs',
  HR: 'hr',
  BA: 'hr',
  RS: 'hr',
  ME: 'hr',
  SI: 'hr',
  RO: 'ro',
  MD: 'ro',
};

/** Where a legal form is written with small letters: `d.d.`, `a.s.`. */
const smallForms: readonly [RegExp, RegExp][] = [
  [/^(?:HR|BA|SI|RS|ME|MK)$/, /^(?:A|D)\.(?:D|O)\.(?:O\.)?$/],
  [/^(?:CZ|SK)$/, /^(?:A\.S\.|S\.R\.O\.|SPOL\.)$/],
  [/^TR$/, /^(?:A\.S\.|A\.Ş\.)$/],
];

const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}.'’]*/gu;

/**
 * Writes a name in capitals as names are usually written: `BANCO DE LA NACION ARGENTINA, MIAMI BRANCH` is `Banco de la Nacion Argentina,
 * Miami Branch`. Initials, Roman numbers and legal forms stay as they are. It is a guess, for names that no source has in small letters.
 * @param usual how other names of the country, or else of any, write a word
 */
export function mixedCase(
  name: string,
  country: string,
  usual: (word: string) => string | undefined,
): string {
  // Turkish has two letters i, with and without a dot.
  if (name.includes('İ'))
    return name.replaceAll(/(?<=\p{L})\p{L}+/gu, (rest) => rest.toLocaleLowerCase('tr'));
  const smalls = new Set(
    ['en', 'any', ...(languages[country] ?? '').split(' ')].flatMap((one) => (small[one] ?? '').split(' ')),
  );
  let isFirst = true;
  return name.replaceAll(word, (found: string, at: number) => {
    if (found !== found.toUpperCase()) {
      isFirst = false;
      return found;
    }
    const starts = isFirst || /[("/:]\s*$/.test(name.slice(0, at));
    isFirst = false;
    const dot = found.endsWith('.') ? '.' : '';
    const bare = dot === '' ? found : found.slice(0, -1);
    const lower = bare.toLowerCase();
    const [previous, next] = [name.charAt(at - 1), name.charAt(at + found.length)];
    // A letter between stops or at the end is an initial: `S.A.`, `Banco A`. Of `Ile-de-France`, the middle is small.
    // `De el` is `del` in Spanish, so the article belongs to a place: `de El Salvador`.
    const isOfPlace = lower === 'el' && /\bDE $/.test(name.slice(0, at));
    if (isOfPlace) return 'El';
    if (!starts && dot === '' && smalls.has(lower) && next !== '' && (previous === '-') === (next === '-'))
      return lower;
    return writeWord(bare, country, usual) + dot;
  });
}

/** Whether a word in capitals is one of initials. */
export function isInitials(word: string): boolean {
  return initials.has(word.toLowerCase()) || looksLikeInitials(word);
}

function writeWord(bare: string, country: string, usual: (word: string) => string | undefined): string {
  const lower = bare.toLowerCase();
  if (/\p{N}/u.test(bare) || /^(?:X{0,3})(?:IX|IV|V?I{1,3}|V)$/.test(bare))
    return bare.replace(/(\d)(?:ST|ND|RD|TH)$/, (all) => all.toLowerCase());
  const initialled = smallForms.some(([countries, form]) => countries.test(country) && form.test(`${bare}.`));
  if (initialled) return lower;
  if (/^(?:\p{L}\.)+\p{L}?$/u.test(bare)) return bare === 'S.P.A' ? 'S.p.A' : bare;
  if (bare.includes('.'))
    return bare
      .split('.')
      .map((part) => writeWord(part, country, usual))
      .join('.')
      .replace(/\.Com$/, '.com');
  const [stem = '', ...rest] = bare.split(/['’]/);
  if (rest.length > 0) return writeElided(stem, rest, country, usual);
  if (country === 'US' && bare === 'NA') return bare;
  const form = forms[lower];
  if (form !== undefined) return form;
  if (initials.has(lower)) return bare;
  const known = usual(lower);
  if (known !== undefined) return known;
  if (plainWords.has(lower)) return capitalize(lower);
  return looksLikeInitials(bare) ? bare : capitalize(lower);
}

/** `D'ITALIA` is `d'Italia`, `O'HARE` is `O'Hare`, and `PEOPLE'S` is `People's`. */
function writeElided(
  stem: string,
  rest: string[],
  country: string,
  usual: (word: string) => string | undefined,
): string {
  const others = rest.map((part) => (part.length < 2 ? part.toLowerCase() : writeWord(part, country, usual)));
  const isArticle = /^(?:D|L|DE?LL|ALL|NELL|DALL|SULL|QU|UN)$/.test(stem);
  const first = isArticle && country !== 'IE' ? stem.toLowerCase() : writeWord(stem, country, usual);
  return [first, ...others].join("'");
}

/** Two or three letters that no name writes as a word, or letters that nobody could say. */
function looksLikeInitials(bare: string): boolean {
  const letters = foldWords(bare).join('');
  if (letters.length <= 3) return true;
  if (letters.length > 6) return false;
  return (
    /^[^aeiouy]+$/.test(letters) ||
    /^(?:bb|bc|bd|bf|bn|bp|bs|bt|hq|cb|cc|cd|cf|cm|cn|cp|dc|db|dd|df|dk|dn|fb|fc|fd|fn|fs|gb|gc|gf|gm|hb|hc|hd|hf|hs|ib[fks]|jp|kb|kd|kf|lb|lc|ld|lf|lg|mb|mc[^aeiou]|md|mf|mg|ms|nb|nc|nd|nf|nm|np|ns|pb|pc|pd|pf|pk|pn|rb|rc|rm|sb|sd|sf|tb|tc|tf|tm|vb|vc|wb|wf|wg)/.test(
      letters,
    )
  );
}

/** A word with a capital at its beginning: `McLean`. */
export function capitalize(lower: string): string {
  const first = lower.charAt(0).toLocaleUpperCase();
  const rest = lower.slice(1);
  return /^mc\p{L}{3}/u.test(lower) ? `Mc${rest.charAt(1).toUpperCase()}${rest.slice(2)}` : first + rest;
}
