import { foldWords } from '../fold-words.ts';

/** How many letters at their beginning two words have in common if they are forms of one word. */
const stem = 5;

/** Legal forms, articles and other words that two spellings of one name may differ in. */
const ignored = new Set(
  (
    'a ab ag akciju aktiengesellschaft aktiebolag akcyjna alt as asa bhd bv co coop company corporation d da das de del della ' +
    'der des di do dd du e eg et ev for gmbh i inc in e la le les limited limitada llc ltd mbh na nv nyrt of oy oyj p per plc ' +
    'public sa sae sarl sas se sociedad societa societe spa spolka spol srl the u ud und v vormals w y z za zrt azioni anonima'
  ).split(' '),
);

/** Words that say what kind of a bank it is. They do not tell banks apart. */
const generic = new Set(
  (
    'agricole akcine banca banche banco bancos bank banka bankas banken bankier banque banques bcc caisse caixa caja cajas ' +
    'cassa cooperativo cooperativa cooperative credit credito creditunion epargne genossenschaft kasa kas kreditbank kreissparkasse ' +
    'kredito mutuel popular popolare populaire prevoyance raiffeisen raiffeisenbank raiffeisenkasse raiffeisenlandesbank regional ' +
    'regionale rural rurale savings sparbank sparekassen sparebank sparkasse spoldzielczy stadtsparkasse unija volksbank vr'
  ).split(' '),
);

/** Words that banks of a network have in common as well: `PSD Bank` and `Vereinigte Volksbank` are the names of several. */
const common = new Set(
  'kreditbk meine psd raiff raiffbk raiffeisen raiffeisenbk rb rvb spar sparda vb vereinigte volks volksbk vvr'.split(
    ' ',
  ),
);

/** Lithuanian registers write the bank of a branch in the genitive. */
const spellings: Readonly<Record<string, string>> = { banko: 'bankas', unijos: 'unija' };

/** The words of a name that tell it from others, in their order: all of them if it has only generic ones. */
export function tellingWords(name: string): readonly string[] {
  const found = known.get(name) ?? findTellingWords(name);
  known.set(name, found);
  return found;
}

/** Registers repeat names thousands of times. */
const known = new Map<string, readonly string[]>();

function findTellingWords(name: string): string[] {
  const words = wordsOf(name);
  const telling = words.filter((word) => !generic.has(word));
  return telling.length === 0 ? words : telling;
}

/** All words of a name but legal forms, articles and what is in parentheses. */
function wordsOf(name: string): string[] {
  return foldWords(name.replaceAll(/\([^)]*\)/g, ' '))
    .map((word) => spellings[word] ?? word)
    .filter((word) => word.length > 1 && !ignored.has(word));
}

/** Whether a name has a word that only one bank of a network has in its name, such as a place. */
export function isDistinctive(name: string): boolean {
  return wordsOf(name).some((word) => !generic.has(word) && !common.has(word));
}

/** Words that the names of many American banks are made of: several are called First State Bank. */
const american = new Set(
  (
    'american bank citizens commercial community county farmers federal fidelity first independent merchants national of pinnacle ' +
    'peoples savings security state the trust union united'
  ).split(' '),
);

/** Whether a full name is that of one institution in its country. */
export function isOneHolder(country: string, name: string): boolean {
  if (!isDistinctive(name)) return false;
  return country !== 'US' || foldWords(name).some((word) => !american.has(word));
}

/**
 * Whether two banks of a network have one name. All words count, because a Volksbank and a Raiffeisenbank of one town are two
 * banks, and a name without a place, such as `Raiffeisenbank`, may be that of any.
 */
export function isSameInNetwork(one: string, other: string): boolean {
  return isDistinctive(one) && wordsOf(one).toSorted().join(' ') === wordsOf(other).toSorted().join(' ');
}

/** Whether two names are spellings of one: the same telling words in any order. */
export function isSameName(one: string, other: string): boolean {
  return tellingWords(one).toSorted().join(' ') === tellingWords(other).toSorted().join(' ');
}

/**
 * Whether one of two names is the other with something added, as the names of branches and departments are:
 * `Commerzbank` and `Commerzbank, Filiale Berlin 1`. Only means one bank if both have one BIC.
 */
export function extendsName(one: string, other: string): boolean {
  const [shorter = [], longer = []] = [tellingWords(one), tellingWords(other)].toSorted(
    (a, b) => a.length - b.length,
  );
  return shorter.every((word, index) => longer[index] === word);
}

/** Whether two names share a distinctive word, also in another form or spelling. */
export function sharesTellingWord(one: string, other: string): boolean {
  const stems = new Set(tellingStems(other));
  return tellingStems(one).some((word) => stems.has(word));
}

/**
 * Whether a list may mean a bank by a name. Lists of German banks leave out the place, so that many are called `Raiffeisenbank`: that
 * is any bank of the kind, but no Sparkasse.
 */
export function mayMean(listed: string, bank: string): boolean {
  if (sharesTellingWord(listed, bank)) return true;
  if (isDistinctive(listed)) return false;
  const kinds = kindsOf(bank);
  return kindsOf(listed).some((kind) => kinds.includes(kind));
}

/** The beginnings of the words that say what kind of a bank a German bank is. */
const kinds = ['volks', 'raiff', 'spark', 'psd', 'spard'];
/** Their abbreviations. */
const abbreviated: Readonly<Record<string, readonly string[]>> = {
  rb: ['raiff'],
  rvb: ['raiff', 'volks'],
  spk: ['spark'],
  vb: ['volks'],
  vr: ['volks', 'raiff'],
  vvr: ['volks', 'raiff'],
};

function kindsOf(name: string): readonly string[] {
  return wordsOf(name).flatMap((word) => abbreviated[word] ?? kinds.filter((kind) => word.includes(kind)));
}

/** The beginnings of a name's telling words, without the difference between `ä` and `ae`. */
export function tellingStems(name: string): string[] {
  return tellingWords(name).map((word) => word.replaceAll(/(?<=[aou])e/g, '').slice(0, stem));
}
