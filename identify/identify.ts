import type { DirectoryKey, DirectoryRow } from '#contract/directory.ts';
import type { IdentifyRequest, IdentifyResult } from '#contract/identify.ts';
import type { IdentifyData } from './data/tables.ts';
import { nameVerification } from './name-verification.ts';
import type { Malformed, ReadReference } from './rail.ts';
import { readFields } from './read-fields.ts';
import { railReaders } from './rails.ts';

/** A result before it has a time: the caller adds `identified_at`. */
export type Identification = Omit<IdentifyResult, 'identified_at'>;

/** A well-formed request, ready to be looked up. */
export interface Inquiry {
  /** The keys to look up in imported directories; none if no directory covers the rail. */
  directoryKeys: () => DirectoryKey[];
  /** Looks up the reference. `rows` are those that were found for the keys, in any order. */
  identify(rows?: readonly DirectoryRow[]): Identification;
}

/**
 * Reads the reference of a request, as people write it. A malformed one (alphabet, length, structure, a country that differs) is
 * `malformed`, which is the client's error: 422. Everything else has a result:
 * - wrong check digits: `not_found`, `bad_checksum`;
 * - a country or a scheme without data: `unsupported`;
 * - well-formed but unknown: `not_found`, `unknown_institution`;
 * - otherwise `identified`.
 *
 * Never throws, whatever the strings contain.
 */
export function readInquiry(request: IdentifyRequest, data: IdentifyData): Inquiry | Malformed {
  const plain = readFields(request);
  if ('malformed' in plain) return plain;
  const reference = railReaders[plain.rail].read(plain, data);
  if ('malformed' in reference) return reference;
  return {
    directoryKeys: reference.directoryKeys,
    identify: (rows = []) => answer(plain, reference, rows),
  };
}

/** `readInquiry` and its lookup in one call, if no directory is used. */
export function identify(request: IdentifyRequest, data: IdentifyData): Identification | Malformed {
  const inquiry = readInquiry(request, data);
  return 'malformed' in inquiry ? inquiry : inquiry.identify();
}

function answer(
  { rail, account_number: account }: IdentifyRequest,
  reference: ReadReference,
  rows: readonly DirectoryRow[],
): Identification {
  const found = reference.checkDigits(rows)
    ? reference.resolve(rows)
    : { result: 'not_found' as const, reason: 'bad_checksum' as const };
  const country = found.country ?? reference.country;
  const checked = account === undefined ? reference.ownAccount(rows) : reference.checkAccount(account, rows);
  const verification =
    'institution' in found
      ? nameVerification({
          rail,
          country: reference.country,
          bic: found.institution.bic ?? '',
          rails: found.rails,
          confidence: found.confidence,
        })
      : undefined;
  return {
    result: 'identified',
    rail,
    reference: reference.value,
    ...found,
    ...(country === undefined ? {} : { country }),
    ...(checked === undefined ? {} : { account: checked }),
    ...(verification === undefined ? {} : { verification }),
  };
}
