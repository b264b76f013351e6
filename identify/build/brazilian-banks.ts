import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestSource } from '../data/manifest.ts';
import { unpackNpm } from './packages.ts';
import type { Entry } from './registered-banks.ts';

const version = '6.3.38';

/** Participants of the Brazilian payment system, whose ISPB code is the bank code of an IBAN. */
export const brazilianSource: ManifestSource = {
  name: `bancos-brasileiros ${version} (Banco Central do Brasil)`,
  licence: 'Unlicense',
  as_of: '2026-08-22',
  url: 'https://github.com/guibranco/BancosBrasileiros',
};

/** Every participant by its ISPB code. */
export function brazilianBanks(): Entry[] {
  const file = join(unpackNpm('bancos-brasileiros', version), 'bancos.json');
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  return (JSON.parse(text) as { ISPB: string; LongName: string }[])
    .filter(({ ISPB, LongName }) => /^\d{8}$/.test(ISPB) && LongName.trim() !== '')
    .map(({ ISPB: code, LongName: name }) => ({
      primary: true,
      country: 'BR',
      code,
      bic: '',
      name: inCapitals(name.trim()),
      shortName: '',
      source: 'ispb',
      type: code === '00038166' ? 'central_bank' : '',
    }));
}

/** The list has capitals with small accented letters: `INSTITUIçãO`. */
function inCapitals(name: string): string {
  return name.replaceAll(/\p{L}+/gu, (word) =>
    /\p{Lu}\p{Lu}/u.test(word) && !/[a-z]/.test(word) ? word.toUpperCase() : word,
  );
}
