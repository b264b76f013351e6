import { plainReference } from '#contract/account-text.ts';
import type { IdentifyRequest } from '#contract/identify.ts';
import { referenceFields } from '#contract/rail.ts';
import { type Malformed, malformed } from './rail.ts';

/** The most characters of an account number: those of the longest IBAN. */
const longestAccount = 34;

/**
 * A request with its references as they are compared, for every rail alike. Malformed if one of them has another character than
 * ASCII letters and digits, or nothing else.
 */
export function readFields(request: IdentifyRequest): IdentifyRequest | Malformed {
  const plain = { ...request };
  for (const field of referenceFields) {
    const text = request[field];
    if (text === undefined) continue;
    const value = plainReference(text, field);
    plain[field] = field === 'phone_number' ? value.replaceAll(/[()]/g, '') : value;
    const wrong = /[^A-Z0-9]/u.exec(field === 'phone_number' ? plain[field].replace(/^\+/, '') : value);
    if (wrong !== null) return malformed(field, notOfReferences(wrong[0]), 'bad_character');
    if (value === '') return malformed(field, 'has no letter or digit', 'too_short');
  }
  const { length } = plain.account_number ?? '';
  return length > longestAccount
    ? malformed(
        'account_number',
        `must have at most ${longestAccount} characters, and has ${length}`,
        'too_long',
      )
    : plain;
}

/** Names the character by its number, because it may be one that nobody sees. */
function notOfReferences(character: string): string {
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `must have letters and digits, with spaces, dashes or points between their groups, and has U+${number}`;
}
