import { changeNote } from '../bank-change-note.ts';
import type { IdentifyData } from '../data/tables.ts';
import { toInstitution } from '../institution.ts';
import { ifscRails } from '../payment-rails.ts';
import type { Match } from '../match.ts';
import { defineRail, malformed } from '../rail.ts';
import { wrongLength } from '../reference-faults.ts';

/** Four letters of the bank, a zero, and six characters of the branch (Reserve Bank of India). */
const pattern = /^[A-Z]{4}0[A-Z0-9]{6}$/;
/** How much of a code a bank lends to another: the whole code, or a prefix of one of these lengths. */
const subletLengths = [11, 9, 8, 7, 4];

/**
 * Indian Financial System Codes. They have no check digits. A code that is in no list is `not_found`, even if its bank
 * is known. Codes that a bank lent to a smaller one belong to that one.
 */
export const ifsc = defineRail({
  rail: 'ifsc',
  parse: (request) => {
    const value = request.ifsc ?? '';
    const fault = wrongLength('ifsc', value, [11]);
    if (fault !== undefined) return fault;
    return pattern.test(value)
      ? { value, country: 'IN' }
      : malformed('ifsc', 'must be four letters, 0 and six letters or digits', 'bad_character');
  },
  resolve: ({ value }, { data }) => {
    const listed = isListed(value, data);
    const bank = listed ? holderOf(value, data) : undefined;
    const successor = takenOver(bank?.code ?? value.slice(0, 4), value, listed, data);
    if (successor !== undefined) return successor;
    if (bank === undefined) return { result: 'not_found', reason: 'unknown_institution' };
    const { code, name, type, rails, source } = bank;
    return {
      institution: toInstitution({
        country: 'IN',
        name,
        scheme: 'ifsc',
        code,
        type,
        branch: { code: value.slice(5) },
      }),
      country: 'IN',
      rails: ifscRails(rails),
      confidence: 'exact',
      source,
    };
  },
  // Banks assign 9 to 18 digits. There is no check that all of them share.
  checkAccount: (_, number) => ({ number, valid: /^\d{9,18}$/.test(number), check: 'length' }),
});

/**
 * The bank that took over the holder of a code. Some of the codes are still listed under the old name. The branches of the others
 * may have a new code.
 */
function takenOver(holder: string, code: string, listed: boolean, data: IdentifyData): Match | undefined {
  const change = data.bank_change.find(`ifsc:${holder}`);
  const bank = change && data.ifsc_bank.find(change.now.slice('ifsc:'.length));
  if (change === undefined || bank === undefined) return undefined;
  const { bank: prefix, name, type, rails } = bank;
  const note = changeNote(change, name);
  const branch = listed ? { branch: { code: code.slice(5) } } : {};
  return {
    institution: toInstitution({ country: 'IN', name, scheme: 'ifsc', code: prefix, type, ...branch }),
    country: 'IN',
    rails: ifscRails(rails),
    confidence: listed ? 'exact' : 'prefix',
    source: data.bank_change.sourceOf(change),
    note: listed ? note : `${note} The code is no longer listed.`,
  };
}

function isListed(code: string, { ifsc_branch, ifsc_branch_range }: IdentifyData): boolean {
  if (!/\d{6}$/.test(code)) return ifsc_branch.find(code) !== undefined;
  const range = ifsc_branch_range.findLast(code);
  return range !== undefined && code <= range.to;
}

/** The institution of a code: the bank to which it was lent, otherwise the bank of its first four letters. */
function holderOf(ifsc: string, data: IdentifyData) {
  const sublet = subletOf(ifsc, data);
  if (sublet?.bank === '') {
    const source = data.ifsc_sublet.sourceOf(sublet);
    return { code: sublet.prefix, name: sublet.name, type: 'bank', rails: '', source };
  }
  const bank = data.ifsc_bank.find(sublet?.bank ?? ifsc.slice(0, 4));
  if (bank === undefined) return undefined;
  const { bank: code, name, type, rails } = bank;
  return { code, name, type, rails, source: data.ifsc_bank.sourceOf(bank) };
}

/** The longest prefix of the code that was lent. */
function subletOf(ifsc: string, { ifsc_sublet }: IdentifyData) {
  for (const length of subletLengths) {
    const sublet = ifsc_sublet.find(ifsc.slice(0, length));
    if (sublet !== undefined) return sublet;
  }
  return undefined;
}
