import { isCyrillic, lacksQuotationMark, withLatin } from './latin-name.ts';

/** Remarks of registers about a code, which are no part of the bank's name. */
const remarks: readonly RegExp[] = [
  // Bundesbank: the code is about to be deleted.
  /\s*-alt-\.?$/,
  // Nationale Bank van België: since when a code is not used, and what for.
  /\s*\((?:inactief|inactive|inactif|niet meer actief)[^)]*\)/gi,
  /\s*\(bij alle SEPA-transacties\)/gi,
  /[\s,;-]+(?:inactief|inactive|inactif) (?:sinds|depuis|since|as of|à partir)\b.*$/i,
  /\s*\((?:gestrichen|gelöscht|geschlossen|closed|in liquidation|w likwidacji|in amministrazione straordinaria)[^)]*\)$/i,
  /\s*\*+$/,
];

/** Registers that cut names off at a full stop or a quotation mark. */
const cutting = new Set(['AE', 'BA', 'KZ', 'RS']);

/** Whether a register cut a name off: one quotation mark is missing, or of a legal form only the first letter is there. */
export function isCut(name: string, country: string): boolean {
  return cutting.has(country) && (lacksQuotationMark(name) || /\s\p{L}$|^JSC$/u.test(name.trim()));
}

/** A register's name as a payer may see it: without remarks about the code, and in Latin letters beside Cyrillic ones. */
export function payerName(name: string, country: string): string {
  const plain = remarks
    .reduce(
      (text, remark) => text.replaceAll(new RegExp(remark, `${remark.flags.replace('g', '')}g`), ''),
      name,
    )
    .trim();
  return isCyrillic(plain) ? withLatin(plain, country) : plain;
}
