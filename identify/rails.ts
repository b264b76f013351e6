import type { Rail } from '#contract/rail.ts';
import type { RailReader } from './rail.ts';
import { ciBank } from './rails/ci-bank.ts';
import { egBank } from './rails/eg-bank.ts';
import { ghBank } from './rails/gh-bank.ts';
import { iban } from './rails/iban.ts';
import { ifsc } from './rails/ifsc.ts';
import { keBank } from './rails/ke-bank.ts';
import { momo } from './rails/momo.ts';
import { nuban } from './rails/nuban.ts';
import { routingNumber } from './rails/routing-number.ts';
import { rwBank } from './rails/rw-bank.ts';
import { sortCode } from './rails/sort-code.ts';
import { swift } from './rails/swift.ts';
import { zaBank } from './rails/za-bank.ts';

/** Every rail, by its name. */
export const railReaders: Readonly<Record<Rail, RailReader>> = {
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
