import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestSource } from '../manifest.ts';
import { unpackWheel } from './packages.ts';

const version = '9.0.43';

/** The carrier data of libphonenumber, which its JavaScript port lacks. */
export const phonenumbersSource: ManifestSource = {
  name: `libphonenumber carrier data, by phonenumbers ${version}`,
  licence: 'Apache-2.0',
  as_of: '2026-11-01',
  url: 'https://github.com/daviddrysdale/python-phonenumbers',
};

/** A line of the package's Python: ` '233240':{'en': 'MTN'},`. */
const entry = /^\s*'(\d+)':\s*\{.*?'en':\s*u?(?:'((?:[^'\\]|\\.)*)'|"([^"]*)")/gm;

/** Networks by E.164 prefix, without `+`. */
export function carriers(): { prefix: string; network: string }[] {
  const folder = join(unpackWheel('phonenumbers', version), 'phonenumbers', 'carrierdata');
  const files = readdirSync(folder).filter((file) => /^data\d+\.py$/.test(file));
  return files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(entry)].map(([, prefix = '', single, double]) => ({
      prefix,
      network: single ?? double ?? '',
    })),
  );
}
