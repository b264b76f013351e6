import { defined } from '#contract/defined.ts';
import { faultInWords } from '#contract/faults-in-words.ts';
import { IdentifyRequest, type IdentifyResult } from '#contract/identify.ts';
import type { JsonObject } from '#contract/json.ts';
import type { PaymentDeclaration } from '#contract/payment.ts';
import { referenceFields } from '#contract/rail.ts';
import type { ReferencePointers } from '#contract/reference-pointers.ts';
import { valueAt } from '#patches/json-pointer.ts';
import type { Accounts } from '../ports/accounts.ts';

/** An account reference in arguments, and to what it leads; or why it is none, with the fields that were found. */
export type IdentifiedAt =
  { request: IdentifyRequest; result: IdentifyResult } | { given: Record<string, string>; fault: string };

/**
 * Resolves an account reference in the arguments of a call.
 * @param places JSON pointers into the arguments. One that leads to nothing is left out
 * @param known parts of the reference that are not in the arguments
 * @throws if imported directories have to be read and cannot be
 */
export async function identifyAt(
  accounts: Accounts,
  args: JsonObject,
  places: ReferencePointers & { country?: string | undefined },
  known: Pick<IdentifyRequest, 'country'> & { rail?: IdentifyRequest['rail'] | undefined },
): Promise<IdentifiedAt> {
  const given: Record<string, string> = {};
  for (const field of ['country', ...referenceFields] as const) {
    const pointer = places[field];
    const value = pointer === undefined ? undefined : valueAt(args, pointer);
    if (value === undefined) continue;
    const text = typeof value === 'number' ? digitsOf(value) : value;
    if (typeof text !== 'string') return { given, fault: `${field} is not a string` };
    given[field] = text;
  }
  const request = IdentifyRequest.safeParse({ ...given, ...defined({ ...known }) }, { error: faultInWords });
  if (!request.success) {
    const [fault] = request.error.issues;
    const words = `${fault?.path.join('.') ?? ''} ${fault?.message ?? 'is not an account reference'}`;
    return { given, fault: words.trim() };
  }
  const result = await accounts.identify(request.data);
  if ('malformed' in result) return { given, fault: `${result.malformed.field} ${result.malformed.message}` };
  return { request: request.data, result };
}

/** The places of a declared payment's account, and what all calls share of it. */
export function declaredPlaces({ payee: { account } }: PaymentDeclaration): {
  places: Parameters<typeof identifyAt>[2];
  known: Parameters<typeof identifyAt>[3];
} {
  const { rail, country, ...fields } = account;
  const isPointed = typeof country === 'string';
  return {
    places: { ...fields, ...(isPointed ? { country } : {}) },
    known: {
      rail: rail?.constant,
      ...(isPointed || country === undefined ? {} : { country: country.constant }),
    },
  };
}

/** The digits of a number that is exactly what was written, apart from leading zeros. Another one has lost digits, or gains some. */
function digitsOf(value: number): string | undefined {
  return Number.isSafeInteger(value) && value >= 0 ? String(value) : undefined;
}
