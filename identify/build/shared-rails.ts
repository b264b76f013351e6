import type { PaymentRail } from '#contract/payment-rail.ts';
import { foldWords } from '../fold-words.ts';
import { orderRails } from '../payment-rails.ts';

interface Reached {
  name: string;
  country: string;
  bic: string;
  rails: PaymentRail[];
  isByCountry: boolean;
}

/** Registers that have only some of the codes of a bank with its BIC, and whose names are those of the codes. */
const registers = new Set(['DK', 'PL']);

/**
 * Gives the rails of a bank to those of its codes that the register has without a BIC, and the other way round. They are rows
 * with one full name, of which one has a BIC. Names that several BICs have may be those of several banks.
 */
export function shareRails<One extends Reached>(rows: readonly One[]): One[] {
  const groups = Map.groupBy(rows, ({ country, name }) => `${country} ${foldWords(name).join(' ')}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const bics = group.filter(({ bic }) => bic !== '');
    if (first === undefined || !registers.has(first.country) || bics.length !== 1) return group;
    const rails = orderRails(group.flatMap((one) => one.rails));
    const isByCountry = group.some((one) => one.isByCountry);
    return group.map((one) => ({ ...one, rails, isByCountry }));
  });
}
