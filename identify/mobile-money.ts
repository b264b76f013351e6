import type { Institution } from '#contract/identify.ts';
import type { Row } from './data/table.ts';
import type { IdentifyData, tableColumns } from './data/tables.ts';
import { institutionId } from './institution.ts';
import type { Match } from './match.ts';
import { nigerianBanks } from './nigerian-banks.ts';

/** Which mobile money service has which numbers. */
export interface NumberPlan {
  /** Countries with a known service. ISO 3166-1 alpha-2. */
  countries: ReadonlySet<string>;
  /** Every service. */
  services: Match[];
  /** The service of the network that has the range, by the longest prefix. Digits of E.164, without `+`. */
  holderOf(digits: string): Match | undefined;
  /** The service with a code of GhIPSS Instant Pay. */
  instantPay(code: string): Match | undefined;
}

const plans = new WeakMap<IdentifyData, NumberPlan>();

/** The number plan of the built-in tables. The first call creates it, in about a millisecond. */
export function numberPlan(data: IdentifyData): NumberPlan {
  const known = plans.get(data);
  if (known !== undefined) return known;
  const made = makePlan(data);
  plans.set(data, made);
  return made;
}

function makePlan(data: IdentifyData): NumberPlan {
  const wallets = [...data.momo_wallet.rows()];
  const services = new Map(wallets.map((row) => [row.wallet, serviceOf(row, data)]));
  const holders = new Map([...data.momo_prefix.rows()].map((row) => [row.prefix, services.get(row.wallet)]));
  const instant = new Map(
    wallets
      .filter(({ ghipss }) => ghipss !== '')
      .map((row) => [row.ghipss, instantPayOf(services.get(row.wallet), row.ghipss_source, data)]),
  );
  const lengths = [...new Set([...holders.keys()].map(({ length }) => length))].toSorted((a, b) => b - a);
  return {
    countries: new Set(wallets.map(({ country }) => country)),
    services: [...services.values()],
    holderOf: (digits) => {
      // A network without a service ends the search, because a shorter prefix belongs to another network.
      const prefix = lengths.map((length) => digits.slice(0, length)).find((one) => holders.has(one));
      return holders.get(prefix ?? '');
    },
    instantPay: (code) => instant.get(code),
  };
}

type Wallet = Row<(typeof tableColumns.momo_wallet)[number]>;

/** A service by its code in GhIPSS Instant Pay, which names it as surely as the source of the code does. */
function instantPayOf(service: Match | undefined, source: string, data: IdentifyData): Match | undefined {
  if (service === undefined) return undefined;
  const { note: _, ...match } = service;
  return { ...match, confidence: 'exact', source: data.gh_bank.source(source) };
}

function serviceOf(row: Wallet, data: IdentifyData): Match {
  const institution = institutionOf(row, data);
  return {
    institution,
    country: row.country,
    rails: institution.type === 'bank' ? ['momo', 'nip'] : ['momo'],
    confidence: 'prefix',
    source: data.momo_wallet.sourceOf(row),
    note: 'The number may have been ported to another network.',
    holder: row,
  };
}

/** A Nigerian payment service bank is the same institution as the one with its bank code. */
function institutionOf(
  { wallet, country, network, name, short_name, nuban, ghipss }: Wallet,
  data: IdentifyData,
): Institution {
  const code = { scheme: 'momo', value: wallet.slice(country.length + 1) };
  const bank = nigerianBanks(data).get(nuban);
  if (bank !== undefined) return { ...bank.institution, codes: [...bank.institution.codes, code] };
  return {
    id: institutionId(country, code.scheme, code.value),
    name,
    ...(short_name === '' ? {} : { short_name }),
    codes: [
      code,
      { scheme: 'network', value: network },
      ...(ghipss === '' ? [] : [{ scheme: 'ghipss_instant', value: ghipss }]),
    ],
    type: 'mobile_money',
  };
}
