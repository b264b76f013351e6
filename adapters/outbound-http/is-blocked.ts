import type { LookupFunction } from 'node:net';
import type { AddressRule } from './address-rule.ts';
import { BlockedAddress } from './errors.ts';
import { checkLiteral, guardedLookup } from './guarded-lookup.ts';

/** How long a name may take to be looked up. */
const longestMs = 3000;

/**
 * Whether every address of a host is one that must not be called, as far as that is known now: a name that does not
 * resolve in time is not blocked.
 */
export async function isBlocked(
  { hostname }: URL,
  { isAllowed, lookup }: { isAllowed: AddressRule; lookup: LookupFunction },
): Promise<boolean> {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const late = setTimeout(() => resolve(undefined), longestMs);
  try {
    checkLiteral(address, isAllowed);
    guardedLookup(isAllowed, lookup)(address, { all: true }, (error) => resolve(error));
    return (await promise) instanceof BlockedAddress;
  } catch (error) {
    if (error instanceof BlockedAddress) return true;
    throw error;
  } finally {
    clearTimeout(late);
  }
}
