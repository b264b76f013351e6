import { defined } from '#contract/defined.ts';
import { normalized, withAsciiDigits, withoutUnseen } from '#contract/normalized.ts';
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

type Places = ReferencePointers & { country?: string | undefined };
type Known = Pick<IdentifyRequest, 'country'> & { rail?: IdentifyRequest['rail'] | undefined };

/**
 * Resolves an account reference in the arguments of a call.
 * @param places JSON pointers into the arguments. One that leads to nothing is left out
 * @param known parts of the reference that are not in the arguments
 * @throws if imported directories have to be read and cannot be
 */
export async function identifyAt(
  accounts: Accounts,
  args: JsonObject,
  places: Places,
  known: Known,
): Promise<IdentifiedAt> {
  const { given, fault } = textsAt(args, places);
  return fault === undefined ? await identify(accounts, given, known) : { given, fault };
}

/** The texts at these places; or that one of them is none. */
function textsAt(args: JsonObject, places: Places): { given: Record<string, string>; fault?: string } {
  const given: Record<string, string> = {};
  for (const field of ['country', ...referenceFields] as const) {
    const pointer = places[field];
    const value = pointer === undefined ? undefined : valueAt(args, pointer);
    if (value === undefined) continue;
    const text = typeof value === 'number' ? digitsOf(value) : value;
    if (typeof text !== 'string') return { given, fault: `${field} is not a string` };
    given[field] = text;
  }
  return { given };
}

async function identify(
  accounts: Accounts,
  given: Record<string, string>,
  known: Known,
): Promise<IdentifiedAt> {
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

/**
 * The account that a malformed reference is to a host which leaves out everything but letters and digits, as many do.
 * @returns undefined if it is none to such a host either
 * @throws as {@link identifyAt}
 */
export async function accountOfBareText(
  accounts: Accounts,
  args: JsonObject,
  places: Places,
  known: Known,
): Promise<Extract<IdentifiedAt, { result: IdentifyResult }> | undefined> {
  const { given, fault } = textsAt(args, places);
  if (fault !== undefined) return undefined;
  const bare = Object.entries(given).map(([field, text]) => [field, bareText(text)] as const);
  const found = await identify(accounts, Object.fromEntries(bare), known);
  return 'fault' in found ? undefined : found;
}

function bareText(text: string): string {
  return withAsciiDigits(normalized(withoutUnseen(text), 'NFKC')).replaceAll(/[^A-Za-z0-9]/g, '');
}

/** The places of a declared payment's account, and what all calls share of it. */
export function declaredPlaces({ payee: { account } }: PaymentDeclaration): {
  places: Places;
  known: Known;
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
