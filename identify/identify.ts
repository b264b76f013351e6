import type { DirectoryKey, DirectoryRow } from '#contract/directory.ts';
import type { IdentifyRequest, IdentifyResult } from '#contract/identify.ts';
import type { IdentifyData } from './data/tables.ts';
import { normalize } from './normalize.ts';
import { malformed, type Malformed, type Match, type Miss, type ReadReference } from './rail.ts';
import { railReaders } from './rails.ts';

/** An answer before it has its time: whoever gives it adds `identified_at`. */
export type Identification = Omit<IdentifyResult, 'identified_at'>;

/** A request that is well formed, ready to be looked up. */
export interface Inquiry {
  /** What imported directories should be asked for; none where no directory has the rail. */
  directoryKeys: () => DirectoryKey[];
  /** Looks up. `rows` are those that were found under the keys, in any order. */
  identify(rows?: readonly DirectoryRow[]): Identification;
}

/**
 * Reads the reference of a request. What is not well formed (alphabet, length, structure, a country that differs) is
 * `malformed`, and a client's fault: 422. Everything else has an answer:
 * - wrong check digits: `not_found`, `bad_checksum`;
 * - a country or a scheme without data: `unsupported`;
 * - well formed but of nobody known: `not_found`, `unknown_institution`;
 * - else `identified`.
 *
 * Never throws, whatever the strings hold.
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

/** `readInquiry` and its lookup in one, for when no directory is asked. */
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
  const found: Match | Miss = reference.checkDigits(rows)
    ? reference.resolve(rows)
    : { result: 'not_found', reason: 'bad_checksum' };
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
