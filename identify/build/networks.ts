import { readKeptTable } from './kept-table.ts';

const networks = readKeptTable('network');

/** The beginnings of BICs that many independent banks share. */
export const networkPrefixes: readonly string[] = networks.map(({ bic }) => bic);

/** German savings banks and cooperative banks that have a BIC of their own are known by their names. */
const byName: readonly [RegExp, string][] = [
  [/sparkasse/i, 'Sparkassen-Finanzgruppe'],
  [/volksbank|raiffeisenbank|\bVR[ -]?Bank|\bDZ BANK/i, 'Genossenschaftsbanken'],
];

/** The group that a bank belongs to, from its BIC or, in Germany, its name. Empty if none is known. */
export function networkOf(country: string, bic: string, name: string): string {
  const shared = networks.find((network) => bic.startsWith(network.bic))?.name;
  if (shared !== undefined || country !== 'DE') return shared ?? '';
  return byName.find(([pattern]) => pattern.test(name))?.[1] ?? '';
}
