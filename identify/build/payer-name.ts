import { isCyrillic, lacksQuotationMark, withLatin } from './latin-name.ts';

/** Remarks of registers about a code, which are no part of the bank's name. */
const remarks: readonly RegExp[] = [
  // Bundesbank: the code is about to be deleted.
  /\s*-alt-?\.?$/,
  // Codes of cash machines.
  /\s*\((?:Gf )?GAA\)$|(?<=\S \S+)\s+Gf GAA?$/,
  // A former name.
  /(?<=\p{Ll})\s+vormals\s.*$/u,
  // Nationale Bank van België: since when a code is not used, and what for.
  /\s*\((?:inactief|inactive|inactif|niet meer actief)[^)]*\)/gi,
  /\s*\(bij alle SEPA-transacties\)/gi,
  /[\s,;-]+(?:inactief|inactive|inactif) (?:sinds|depuis|since|as of|à partir)\b.*$/i,
  /\s*\((?:gestrichen|gelöscht|geschlossen|closed|in liquidation|w likwidacji|in amministrazione straordinaria)[^)]*\)$/i,
  /\s*\*(?:\s*\([^()]*\))?$/,
  /\s*\*+$/,
  // A former name in parentheses, which may be cut off.
  /\s*\(\s*(?:formerly|formaly|previously|vormals)\b[^()]*(?:\([^()]*\)[^()]*)*(?:\)|$)/gi,
  /\s*\(\s*ex\b[^()]*\)$/i,
  // An addressee.
  /\s+attn\b.*$/i,
  // Lietuvos bankas numbers the codes of a bank.
  /(?<=^AB "[^"]+") - \d$/,
];

/** Registers that cut names off at a full stop or a quotation mark. */
const cutting = new Set(['AE', 'BA', 'KZ', 'RS']);

/** Whether a register cut a name off: one quotation mark is missing, or of a legal form only the first letter is there. */
export function isCut(name: string, country: string): boolean {
  return cutting.has(country) && (lacksQuotationMark(name) || /\s\p{L}$|^JSC$/u.test(name.trim()));
}

/** Names that a list cut off after 35 or 40 characters, or has in neither Latin nor Cyrillic letters, by BIC. */
export const wholeNames: Readonly<Record<string, string>> = {
  BIAMDKK2: 'BI Asset Management Fondsmæglerselskab A/S',
  EXIKGB21: 'The Export-Import Bank of Korea',
  INEARUMM: 'Interstate Bank (Межгосударственный банк)',
  HCSKKZKA: 'Otbasy Bank (Отбасы банк)',
  CTCBGB21: 'CTBC Bank Co., Ltd.',
  DSBACNB2: 'Dah Sing Bank Limited, Shenzhen Branch',
  MSBCGB2L: 'China Minsheng Banking Corp., Ltd.',
  NACFGB2L: 'NongHyup Bank',
  POALGB21: 'Bank Hapoalim B.M.',
  REVOESM3: 'Revolut Bank UAB, Sucursal en España',
  STWTUS44: 'Stewart Information Services Corporation',
  TCONUS44: 'Tricon International, Ltd.',
  VIVGLT22: 'Valstybės investicijų valdymo agentūra',
  VTEKLT22: 'Vyriausioji tarnybinės etikos komisija',
};

/** A register's name as a payer may see it: without remarks about the code, and in Latin letters beside Cyrillic ones. */
export function payerName(name: string, country: string): string {
  const plain = withoutRemarks(name);
  return isCyrillic(plain) ? withLatin(plain, country) : plain;
}

/** A name without remarks of its list, and with its article before it. */
export function withoutRemarks(name: string): string {
  return remarks
    .reduce(
      (text, remark) => text.replaceAll(new RegExp(remark, `${remark.flags.replace('g', '')}g`), ''),
      name,
    )
    .trim()
    .replace(/^(.+), ?(the)$/i, (_, rest: string, article: string) => `${article} ${rest}`)
    .replaceAll(/,(?=\p{L})/gu, ', ');
}
