const spellings: readonly [RegExp, string][] = [
  [/ (?:FEDERAL|FED) (?:CREDIT|CR) (?:UNION|UN) | F C U /, ' FCU '],
  [/ CREDIT UNION | C U /, ' CU '],
  [/ COMPANY /, ' CO '],
  [/^ THE /, ' '],
  [/ (?:NATIONAL ASSOCIATION|NATL ASSN|N A|NA) $/, ' '],
];

/**
 * The name of an American institution in the form in which names are compared: without case, punctuation and `N.A.`, and
 * with one spelling of `credit union` and `company`. Different institutions can have the same name, such as the many banks
 * called First State Bank.
 */
export function comparableName(name: string): string {
  const words = name
    .toUpperCase()
    .replaceAll(/[.'’]/g, '')
    .replaceAll(/[&+]/g, ' AND ')
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim();
  return spellings
    .reduce((text, [pattern, spelling]) => text.replace(pattern, spelling), ` ${words} `)
    .trim();
}
