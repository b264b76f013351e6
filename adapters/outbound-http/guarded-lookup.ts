import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { AddressRule } from './address-rule.ts';
import { BlockedAddress } from './errors.ts';

/**
 * A lookup for `net.connect` that returns only addresses that may be called. The socket connects to exactly what is
 * returned here, so a name that resolves differently the next time gains nothing.
 */
export function guardedLookup(isAllowed: AddressRule, lookup: LookupFunction): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, []);
      const allowed = (found as LookupAddress[]).filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (first === undefined) return done(new BlockedAddress('no address that may be called'), []);
      if (options.all === true) done(null, allowed);
      else done(null, first.address, first.family);
    });
  };
}

/** A host that is an address is not looked up, so it is checked directly. */
export function checkLiteral(hostname: string, isAllowed: AddressRule): void {
  if (isIP(hostname) !== 0 && !isAllowed(hostname)) throw new BlockedAddress('an address not to be called');
}
