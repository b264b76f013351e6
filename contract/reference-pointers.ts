import { ArgumentPointer } from './argument-pointer.ts';
import { faultInWords } from './faults-in-words.ts';
import { IdentifyRequest } from './identify.ts';
import type { Rail, ReferenceField } from './rail.ts';

const pointerTo = (field: string) =>
  ArgumentPointer.optional().meta({ description: `JSON pointer to the ${field} in the arguments.` });

/** The places of an account reference in the arguments, by the fields of `POST /v1/identify`. */
export const referencePointers = {
  bic: pointerTo('BIC of the institution'),
  iban: pointerTo('IBAN of the account'),
  routing_number: pointerTo('ABA routing number'),
  sort_code: pointerTo('sort code'),
  ifsc: pointerTo('IFSC of the branch'),
  bank_code: pointerTo('bank code'),
  branch_code: pointerTo('branch code'),
  phone_number: pointerTo('phone number'),
  account_number: pointerTo('account number'),
};
export type ReferencePointers = { readonly [Field in ReferenceField]?: string | undefined };

/**
 * Why no call can have an account reference at these places: they name no field, or the fields of several rails.
 * @param given.isCountryPointed whether each call names its country, on which the rail may depend
 * @returns the path in the reference, and a message
 */
export function faultOfReference(
  fields: ReferencePointers,
  given: { rail?: Rail | undefined; country?: string | undefined; isCountryPointed: boolean },
): { path: string[]; message: string } | undefined {
  const { rail, country, isCountryPointed } = given;
  const names = Object.entries(fields).flatMap(([name, to]) => (to === undefined ? [] : [name]));
  if (names.length === 0) return { path: [], message: 'must name a field of an account reference' };
  if (rail === undefined && isCountryPointed) return undefined;
  const example = Object.fromEntries(names.map((name) => [name, '0']));
  const fault = IdentifyRequest.safeParse({ ...example, rail, country }, { error: faultInWords }).error
    ?.issues[0];
  return fault && { path: fault.path.map(String), message: fault.message };
}
