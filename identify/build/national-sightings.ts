import type { Rail } from '#contract/rail.ts';
import type { Sighting } from '../institution-row.ts';
import { numberPlan } from '../mobile-money.ts';
import type { NationalBank } from '../national-banks.ts';
import { nationalRails } from '../national-payment-rails.ts';
import { unionBanks } from '../rails/ci-bank.ts';
import { egyptianBanks } from '../egyptian-banks.ts';
import { ghanaianBanks } from '../rails/gh-bank.ts';
import { kenyanBanks } from '../rails/ke-bank.ts';
import { nigerianBanks } from '../nigerian-banks.ts';
import { rwandanBanks } from '../rails/rw-bank.ts';
import { southAfricanBanks } from '../rails/za-bank.ts';
import type { IdentifyData } from '../data/tables.ts';

/** An institution in a national table, and its payment rails. */
export interface NationalSighting extends Sighting {
  rails: readonly string[];
  /** Whether the rails follow from the country. */
  isByCountry: boolean;
}

/** Every institution of the tables of national bank codes, and of mobile money. */
export function nationalSightings(data: IdentifyData): NationalSighting[] {
  const tables: [Rail, ReadonlyMap<string, NationalBank>][] = [
    ['nuban', nigerianBanks(data)],
    ['gh_bank', ghanaianBanks(data)],
    ['ke_bank', kenyanBanks(data)],
    ['za_bank', southAfricanBanks(data)],
    ['ci_bank', unionBanks(data)],
    ['eg_bank', egyptianBanks(data)],
    // An Egyptian IBAN contains the same code.
    ['iban', egyptianBanks(data)],
    ['rw_bank', rwandanBanks(data)],
  ];
  return [
    ...tables.flatMap(([rail, banks]) =>
      [...banks.values()]
        .filter(({ closed }) => !closed)
        .map(({ institution, country }) => {
          const rails = nationalRails(country, institution);
          return { rail, country, institution, rails, isByCountry: true };
        }),
    ),
    ...numberPlan(data).services.map(({ institution, country, rails }) => {
      return { rail: 'momo' as const, country, institution, rails, isByCountry: false };
    }),
  ];
}
