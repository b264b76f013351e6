import { z } from 'zod';

/** A digest in the form of RFC 9530. */
export const Digest = z
  .string()
  .regex(/^sha-256=:[A-Za-z0-9+/]{43}=:$/, 'must be a digest, sha-256=:…:')
  .meta({
    description:
      'SHA-256 of `document`: all of it is sent as it is covered, or the call goes back to its gate.',
  });
