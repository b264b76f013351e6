import { schwiftyAccountMethods, schwiftySources } from './schwifty.ts';
import { writeTable } from './write-table.ts';

/** Rebuilds the methods of German check digits from the Bundesbank's register: `node identify/build/account-methods.ts`. */
const { 'generated-de': source } = schwiftySources();
if (source === undefined) throw new Error('schwifty has no register of Germany');

/** The method of banks that have no check digits. */
const none = '09';

const methods = new Map(schwiftyAccountMethods().filter(([, method]) => method !== none));
writeTable(
  'account_method',
  { bundesbank: source },
  [...methods].map(([bank_code, method]) => ({ bank_code, method })),
);
