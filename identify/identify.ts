import type { DirectoryKey, DirectoryRow } from '#contract/directory.ts';
import type { IdentifyRequest, IdentifyResult } from '#contract/identify.ts';
import type { IdentifyData } from './data/tables.ts';
import { normalize } from './normalize.ts';
import { malformed, type Malformed, type ReadReference } from './rail.ts';
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
 * Reads the reference of a request. A malformed one (alphabet, length, structure, a country that differs) is
 * `malformed`, which is the client's error: 422. Everything else has a result:
 * - wrong check digits: `not_found`, `bad_checksum`;
 * - a country or a scheme without data: `unsupported`;
 * - well-formed but unknown: `not_found`, `unknown_institution`;
 * - otherwise `identified`.
 *
 * Never throws, whatever the strings contain.
 */
export function readInquiry(request: IdentifyRequest, data: IdentifyData): Inquiry | Malformed {
  const account = request.account_number === undefined ? undefined : normalize(request.account_number);
  if (account !== undefined && !/^[A-Z0-9]{1,34}$/.test(account)) {
    return malformed('account_number', 'must hold up to 34 letters and digits');
  }
  const reference = railReaders[request.rail].read(request, data);
  if ('malformed' in reference) return reference;
  return {
    directoryKeys: reference.directoryKeys,
    identify: (rows = []) => answer(request, reference, account, rows),
  };
}

/** `readInquiry` and its lookup in one call, if no directory is used. */
export function identify(request: IdentifyRequest, data: IdentifyData): Identification | Malformed {
  const inquiry = readInquiry(request, data);
  return 'malformed' in inquiry ? inquiry : inquiry.identify();
}

function answer(
  { rail }: IdentifyRequest,
  reference: ReadReference,
  account: string | undefined,
  rows: readonly DirectoryRow[],
): Identification {
  const found = reference.checkDigits(rows)
    ? reference.resolve(rows)
    : { result: 'not_found' as const, reason: 'bad_checksum' as const };
  const country = found.country ?? reference.country;
  return {
    result: 'identified',
    rail,
    reference: reference.value,
    ...found,
    ...(country === undefined ? {} : { country }),
    ...(account === undefined ? {} : { account: reference.checkAccount(account, rows) }),
  };
}
