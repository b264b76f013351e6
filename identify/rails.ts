import { rails, type Rail } from '#contract/rail.ts';
import { normalize } from './normalize.ts';
import { defineRail, type RailReader } from './rail.ts';
import { iban } from './rails/iban.ts';
import { ifsc } from './rails/ifsc.ts';
import { routingNumber } from './rails/routing-number.ts';
import { sortCode } from './rails/sort-code.ts';
import { swift } from './rails/swift.ts';
import { ciBank } from './rails/ci-bank.ts';
import { egBank } from './rails/eg-bank.ts';
import { ghBank } from './rails/gh-bank.ts';
import { keBank } from './rails/ke-bank.ts';
import { momo } from './rails/momo.ts';
import { nuban } from './rails/nuban.ts';
import { rwBank } from './rails/rw-bank.ts';
import { zaBank } from './rails/za-bank.ts';

/** Every rail, by its name. */
export const railReaders: Readonly<Record<Rail, RailReader>> = {
  ...uncovered(),
  swift,
  iban,
  routing_number: routingNumber,
  sort_code: sortCode,
  ifsc,
  nuban,
  gh_bank: ghBank,
  ke_bank: keBank,
  za_bank: zaBank,
  ci_bank: ciBank,
  eg_bank: egBank,
  rw_bank: rwBank,
  momo,
};

/** Rails whose data is not there yet. */
function uncovered(): Record<Rail, RailReader> {
  const reader = (rail: Rail): RailReader =>
    defineRail({
      rail,
      parse: (request) => ({
        value: normalize(
          request.bic ??
            request.iban ??
            request.bank_code ??
            request.phone_number ??
            request.account_number ??
            '',
        ),
      }),
      resolve: () => ({ result: 'unsupported', reason: 'unsupported_scheme' }),
    });
  return Object.fromEntries(rails.map((rail) => [rail, reader(rail)])) as Record<Rail, RailReader>;
}
