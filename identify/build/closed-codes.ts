import { readKeptTable } from './kept-table.ts';
import { formerGermanBanks, schwiftySource } from './schwifty.ts';
import { writeTable } from './write-table.ts';

/**
 * Rebuilds the table closed_code from earlier versions of the Bundesbank's register, after the table iban_bank: `node
 * identify/build/closed-codes.ts`. The bank that took a code over is known if one bank has its BIC today, or else its name.
 */
const today = readKeptTable('iban_bank').filter(({ code }) => code.startsWith('DE'));
const held = new Set(today.map(({ code }) => code));
const holders = Map.groupBy(today, ({ bic }) => bic);

const named = Map.groupBy(
  readKeptTable('bank').filter(({ id }) => id.startsWith('de_')),
  ({ name }) => name,
);

const rows = formerGermanBanks()
  .filter(({ code }) => !held.has(`DE${code}`))
  .map(({ code, name, bic }) => {
    const former = name.replace(/ *-alt-$/, '');
    const byBic = (bic === '' ? [] : (holders.get(bic) ?? [])).map(
      ({ institution }) => institution || `de_bic_${bic.slice(0, 8).toLowerCase()}`,
    );
    const ids = [byBic, (named.get(former) ?? []).map(({ id }) => id)].map((all) => [...new Set(all)]);
    const now = ids.find((all) => all.length === 1)?.[0] ?? '';
    return { code: `DE${code}`, former, now };
  });
writeTable(
  'closed_code',
  {
    bundesbank: {
      ...schwiftySource,
      name: 'Registers of the Bundesbank of 2021 to 2026, by schwifty: codes that are no longer in them',
    },
  },
  rows,
);
