import type { ManifestSource } from '../manifest.ts';
import { keepTable } from './kept-table.ts';

/**
 * The tables of national bank codes are kept by hand. After a change: `node identify/data/build/national-banks.ts`.
 * Names and codes are facts from public sources. README.md says which of them contradict each other.
 */
const facts = { licence: 'facts only' };

/** Payout documentation of AZA Finance, one list for each country. */
const aza = (corridor: string): ManifestSource => ({
  name: 'AZA Finance API documentation',
  licence: 'MIT',
  as_of: '2025-11-07',
  url: `https://github.com/transferzero/api-documentation/blob/master/_includes/corridors/${corridor}-bank.md`,
});

keepTable('gh_bank', {
  aza: aza('ghs'),
  'ghipss-2016': {
    ...facts,
    name: 'GhIPSS bank and branch list of 2016',
    as_of: '2016-12-31',
    url: 'https://www.ghipss.net',
  },
});
keepTable('ke_bank', {
  aza: aza('kes'),
  'aza-sdk': {
    name: 'AZA Finance SDK 1.15.1',
    licence: 'MIT',
    as_of: '2021-01-01',
    url: 'https://www.rubydoc.info/gems/transferzero-sdk/1.15.1/TransferZero/PayoutMethodDetailsKESBank',
  },
  pesaswap: {
    ...facts,
    name: 'PesaSwap documentation, Pesalink bank codes',
    as_of: '2026-11-21',
    url: 'https://docs.pesaswap.io/api-reference/payouts/pesapay--bank-codes.md',
  },
  aipos: {
    ...facts,
    name: 'Bank list of the Aipos point of sale',
    as_of: '2026-11-21',
    url: 'https://pos.socoafrica.com',
  },
  farmers: {
    ...facts,
    name: 'Bank list of a Kenyan payout service, with banks that have closed',
    as_of: '2026-11-21',
    url: 'https://www.centralbank.go.ke/bank-supervision/',
  },
});
keepTable('za_bank', {
  aza: aza('zar'),
  netcash: {
    ...facts,
    name: 'AZA Finance API documentation and Netcash account number tips',
    as_of: '2025-11-07',
    url: 'https://help.netcash.co.za/docs/account-profile/account/tools',
  },
  'za-list': {
    ...facts,
    name: 'Public lists of universal branch codes',
    as_of: '2026-11-21',
    url: 'https://gist.github.com/andrewvink/9ccf681a26dad3e15d57',
  },
});
keepTable('ci_bank', { aza: aza('xof') });
keepTable('eg_bank', { aza: aza('egp') });
keepTable('rw_bank', {
  'rw-guide': {
    ...facts,
    name: 'Rwanda Withdrawal Methods Guide',
    as_of: '2026-11-21',
    url: 'https://jambolush.com',
  },
});
