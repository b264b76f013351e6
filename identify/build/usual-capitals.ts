/** Words that names write in lower case, except at the beginning. */
const alwaysSmall = wordSet('of the and for de del y dba aka');
/** Words that names write in lower case, except at the beginning and at the end, where they may be a state. */
const smallInside = wordSet('in on at to by an');

/** Abbreviations without a vowel, and words of two letters, that are written like any other word. */
const plain = wordSet(
  'bk bks bldg bnk br brch cntr cnl co cr crch ctr cty di dr du ed el em fe fncl fst ft go gr grnd hgts hwy jr la le ' +
    'ln lns ltd lu me mfrs mi mpls mr mrs mt mtn my no ntl op ox pgh pkwy prsh pt rtn sch se so sq sr st svc svcs svg ' +
    'svgs tchrs tr un up we wrks',
);

/** Initials that hold a vowel. */
const initials = wordSet(
  'aaa aac aaec aap acb acba ach acmg adm aea aes afgm afl amg anb ang anz aod apci apl aps asa atl att bac basf bbva ' +
    'bci bicc bmo bna bny bokf bom bva cacl camc caho cbi ccac cibc cibm cio cit cme cpm cusa cusb dfas doe dotd dps ' +
    'ecm elga epb eqt esb esl etma eweb faa fci fcpi fmha fsa gaf gca gesb gfa gha ghs gpa gpce gpo gsa hapo hbi hca ' +
    'hfs hsa iam ibew ibm idb iic ila ilwu irs jacl keb kumc lcra lge lpea mawc mdu mpd msba msu muna mufg muw mwa ' +
    'nacs nae nasa nbad nea nma nve nys oppd ornl ozk pasb pca pcm pea ppg pse psi pud rbc rsi rva sca sce sda sei ' +
    'seiu siu siue sla smw spco sri suny tiaa tib tva uark uaw ubc ubs ucc ufcw uhs umb ume unb upic ups urw usa usaa ' +
    'usc usda usf usny usx uva vamc vapr wea wex wssc wvu',
);

/**
 * A name that a register keeps in capitals, as names are usually written: `FARMERS & MERCHANTS BANK OF MCINTOSH, N.A.`
 * is `Farmers & Merchants Bank of McIntosh, N.A.`. Initials stay in capitals. Those that hold a vowel look like words, so
 * they are listed above. Names that the register cut off stay cut off.
 */
export function usualCapitals(name: string): string {
  const spaced = name
    .replaceAll(/,(?=\S)/g, ', ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return spaced
    .replaceAll(/\d+(?:ST|ND|RD|TH)\b/g, (ordinal) => ordinal.toLowerCase())
    .replaceAll(/[A-Z](?:[A-Z.']*[A-Z])?/g, (word, at: number) => {
      const before = spaced.slice(0, at);
      const after = spaced.slice(at + word.length);
      const lower = word.toLowerCase();
      // An article as in `A DIVISION OF`, not an initial as in `N A`.
      const isArticle = word === 'A' && /[A-Z]{2}[,.]? $/.test(before) && /^ [A-Z]{2}/.test(after);
      const isSmall = alwaysSmall.has(lower) || (after !== '' && smallInside.has(lower));
      return isArticle ||
        (isSmall && (before.endsWith(' ') || (before.endsWith('-') && after.startsWith('-'))))
        ? lower
        : writeWord(word);
    });
}

/** A place as it is usually written: `N. QUINCY` is `N. Quincy`. */
export function usualPlace(place: string): string {
  return place
    .replaceAll(/\s+/g, ' ')
    .replace(/[ ,]+$/, '')
    .replaceAll(/[A-Z](?:[A-Z']*[A-Z])?/g, (word) =>
      word === 'AFB' || word === 'DC' ? word : capitalize(word),
    );
}

function writeWord(word: string): string {
  if (/^(?:[A-Z]\.)+[A-Z]$/.test(word)) return word;
  if (word.includes('.'))
    return word
      .split('.')
      .map(writeWord)
      .join('.')
      .replace(/\.Com$/, '.com');
  const [stem = '', ...rest] = word.split("'");
  if (rest.length > 0 && stem.length > 1)
    return [writeWord(stem), ...rest.map((part) => part.toLowerCase())].join("'");
  return isInitials(word) ? word : capitalize(word);
}

/**
 * Whether a word is the first letters of others: of two letters, without a vowel, a Roman number, or of a credit union
 * (`EECU`) or national bank (`FNB`).
 */
function isInitials(word: string): boolean {
  const lower = word.toLowerCase();
  if (plain.has(lower)) return false;
  return (
    initials.has(lower) ||
    word.length === 2 ||
    /^[^AEIOUY']{2,5}$/.test(word) ||
    /^(?:X{0,3})(?:IX|IV|V?I{1,3})$/.test(word) ||
    /^[A-Z]{1,4}(?:CU|NB)$/.test(word)
  );
}

/** `McIntosh`, `O'Hare`. */
function capitalize(word: string): string {
  return word
    .toLowerCase()
    .replace(/^(?:[a-z]'|mc(?=[a-z]{3}))?[a-z]/, (start) =>
      start.startsWith('mc') && start.length === 3
        ? `Mc${start.slice(2).toUpperCase()}`
        : start.toUpperCase(),
    );
}

function wordSet(words: string): Set<string> {
  return new Set(words.split(' '));
}
