import { z } from 'zod';

/** A digest in the form of RFC 9530. */
export const Digest = z
  .string()
  .regex(/^sha-256=:[A-Za-z0-9+/]{43}=:$/, 'must be a digest, sha-256=:…:')
  .meta({
    description:
      'SHA-256 of the canonical JSON (RFC 8785) of `{tool_call_id, patch_ref, connection, args, policy}`, all of which is ' +
      'sent as it is covered. `connection` is `{id, name}` or null, `policy` the version that applied or null. Redacted ' +
      'values enter it as a keyed hash.',
  });
