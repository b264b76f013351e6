/** Letters of Ukrainian, Russian, Kazakh, Serbian and Macedonian, as passports of their countries write them in Latin letters. */
const letters: Readonly<Record<string, string>> = {
  ...pairs(
    'а:a б:b в:v г:h ґ:g д:d ђ:đ е:e є:ie ё:yo ж:zh з:z и:y і:i ї:i й:i ј:j к:k л:l љ:lj м:m н:n њ:nj о:o п:p р:r с:s т:t',
  ),
  ...pairs(
    'ћ:ć у:u ў:u ф:f х:kh ц:ts ч:ch џ:dž ш:sh щ:shch ы:y э:e ю:iu я:ia ә:a ғ:g қ:k ң:n ө:o ұ:u ү:u һ:h',
  ),
};
/** The same letters where a language of the register writes them in another way. */
const own: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  KZ: pairs('г:g и:i й:y ю:yu я:ya'),
  RS: pairs('г:g и:i х:h ж:ž ч:č ш:š ц:c'),
};

const cyrillic = /\p{Script=Cyrillic}/u;

/** Whether a name has letters that most payers cannot read. */
export function isCyrillic(name: string): boolean {
  return cyrillic.test(name);
}

/**
 * A name in Latin letters with the register's own beside it: `Kredobank (КРЕДОБАНК)`. What is quoted is the name; what stands
 * before it is the legal form, or the branch.
 */
export function withLatin(name: string, country: string): string {
  const quoted = withoutLookalikes(quotedIn(name));
  if (!isCyrillic(quoted)) return quoted;
  return `${toLatin(quoted, country)} (${quoted})`;
}

/** Cyrillic letters that look like Latin ones, as registers have them by mistake in a Latin name. */
const lookalikes: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  Х: 'X',
};

function withoutLookalikes(name: string): string {
  const foreign = name.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
  const isLatin = foreign * 4 < (name.match(/\p{Script=Latin}/gu)?.length ?? 0);
  return isLatin ? name.replaceAll(/\p{Script=Cyrillic}/gu, (letter) => lookalikes[letter] ?? letter) : name;
}

/** The quoted part of a name, or all of it. */
export function quotedIn(name: string): string {
  const plain = name.replaceAll(/[«»“”„]/g, '"');
  const isWhole = !lacksQuotationMark(plain);
  // A register that cut a name off also lost the quotation mark at its end.
  const [, quoted = plain] = (isWhole ? /^[^"]*"(.*)"[^"]*$/u : /^[^"]*"(.*)$/u).exec(plain) ?? [];
  return quoted.replaceAll('"', ' ').replaceAll(/\s+/g, ' ').trim();
}

/** Whether the mark at the end of a quotation is missing. */
export function lacksQuotationMark(name: string): boolean {
  return name.split('"').length % 2 === 0 || /(?:^|\s)"\S[^"]*$/u.test(name);
}

function toLatin(name: string, country: string): string {
  const shouts = name === name.toUpperCase();
  return name
    .replaceAll(/[\p{Script=Cyrillic}'’ʼ]+/gu, (word) => {
      const latin = Array.from(word.toLowerCase())
        .map((letter) => own[country]?.[letter] ?? letters[letter] ?? '')
        .join('');
      const isCapital = word.charAt(0) !== word.charAt(0).toLowerCase();
      const isShort = shouts && /^\p{Lu}{2,3}$/u.test(word);
      return isShort
        ? latin.toUpperCase()
        : isCapital
          ? latin.charAt(0).toUpperCase() + latin.slice(1)
          : latin;
    })
    .replace(/^./u, (first) => first.toUpperCase());
}

function pairs(text: string): Record<string, string> {
  return Object.fromEntries(text.split(' ').map((pair) => pair.split(':') as [string, string]));
}
