import type { Institution } from '#contract/identify.ts';
import type { NationalBank } from './national-banks.ts';
import { institutionSum, missingSum } from './nuban-check.ts';

type Banks = ReadonlyMap<string, NationalBank>;

/** Institutions by what they add to the checksum. Those in the last element have phone numbers as account numbers. */
const bySum = new WeakMap<Banks, NationalBank[][]>();
const phones = 10;

/** A Nigerian mobile number without its first zero, which wallets use as account numbers. */
const phoneNumber = /^[789][01]\d{8}$/;

/** The institutions to which an account number of ten digits can belong, banks first. */
export function candidatesOf(account: string, banks: Banks): NationalBank[] {
  const groups = groupsOf(banks);
  const fitting = groups[missingSum(account)] ?? [];
  return phoneNumber.test(account) ? [...fitting, ...(groups[phones] ?? [])] : fitting;
}

function groupsOf(banks: Banks): NationalBank[][] {
  const known = bySum.get(banks);
  if (known !== undefined) return known;
  const groups = Array.from({ length: phones + 1 }, (): NationalBank[] => []);
  const open = [...banks.values()].filter(({ closed }) => !closed);
  for (const bank of open.toSorted((a, b) => order(a.institution) - order(b.institution))) {
    const group = groups[groupOf(bank)];
    if (group?.every(({ institution }) => institution !== bank.institution) === true) group.push(bank);
  }
  bySum.set(banks, groups);
  return groups;
}

/** -1 for institutions whose accounts have neither a check digit nor a phone number. */
function groupOf({ account }: NationalBank): number {
  const [, code] = account.split(':');
  if (code !== undefined) return institutionSum(code);
  return account === 'phone' ? phones : -1;
}

function order({ type }: Institution): number {
  return type === 'bank' ? 0 : 1;
}
