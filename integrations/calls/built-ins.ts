import { faultInWords } from '#contract/faults-in-words.ts';
import { IdentifyRequest } from '#contract/identify.ts';
import { ServiceError } from '#contract/errors.ts';
import type { BuiltIns } from '#engine/ports/built-ins.ts';
import type { CallResolution } from '#engine/rules/resolve-call.ts';
import { BankQuery, isAnsweredHere } from './built-in-result.ts';
import type { CallParts } from './call-parts.ts';
import { readExtraction } from './extract-for-run.ts';
import { invalidArguments, refused } from './invalid-arguments.ts';

type Parts = Pick<CallParts, 'identifier' | 'extractor'>;
type Called = Parameters<BuiltIns['faultOf']>[0];

/** The patches whose calls the service answers itself, as far as it matters before a call is made. */
export function createBuiltIns(parts: Parts): BuiltIns {
  return {
    has: isAnsweredHere,
    faultOf: async (call) => {
      try {
        return (await faultOf(parts, call))?.error?.message;
      } catch (error) {
        // A schema that cannot be checked now is checked again when the call is made.
        if (error instanceof ServiceError) return undefined;
        throw error;
      }
    },
  };
}

/** @throws {ServiceError} `temporarily_unavailable` if its schema cannot be checked now */
async function faultOf(
  { identifier, extractor }: Parts,
  { ref, workspaceId, args }: Called,
): Promise<CallResolution | undefined> {
  switch (ref) {
    case 'identify_account@1': {
      const request = IdentifyRequest.safeParse(args, { error: faultInWords });
      if (!request.success) return invalidArguments(request.error);
      const { malformed } = identifier.faultOf(request.data) ?? {};
      return malformed === undefined ? undefined : refused(malformed.field, malformed.message);
    }
    case 'list_banks@1': {
      const query = BankQuery.safeParse(args, { error: faultInWords });
      return query.success ? undefined : invalidArguments(query.error);
    }
    case 'extract@1': {
      const read = readExtraction(args);
      if ('impossible' in read) return read.impossible;
      const fault = await extractor.faultOfSchema(workspaceId, read.request.schema);
      return fault === undefined ? undefined : refused('schema', fault.message);
    }
    default:
      return undefined;
  }
}
