import { rails, type Rail } from '#contract/rail.ts';
import { normalize } from './normalize.ts';
import { defineRail, type RailReader } from './rail.ts';

/** Every rail, by its name. */
export const railReaders: Readonly<Record<Rail, RailReader>> = {
  ...uncovered(),
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
