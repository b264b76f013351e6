import { canonicalJson } from '#contract/canonical-json.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Patch } from '#contract/patch.ts';
import type { HeldPayment } from '../../documents/held-payment.ts';
import type { CallEffect } from '../../documents/tool-call.ts';
import { readPayment } from '../payments/read-payment.ts';
import type { BlindName } from './blind-name.ts';
import { normalizedArguments, normalizedAt } from './normalized-arguments.ts';

/**
 * The blind names by which calls on a thread that ask for the same are recognized, independent of the author and the
 * connection: one of all its arguments, however they are written, its effect key, if its patch has one, and one of the payment that
 * it makes. Calls with a common one ask for the same. A new version of the patch changes none, apart from the pointers of an effect
 * key.
 * @param nameOf of the workspace: readers of the store cannot learn the arguments
 * @param args of any depth that validation has let through
 */
export function callNames(
  nameOf: BlindName,
  threadId: string,
  { key: patch, input_schema }: Pick<Patch, 'key' | 'input_schema'>,
  args: JsonObject,
  { effect, payment }: { effect?: CallEffect | undefined; payment?: HeldPayment | undefined } = {},
): string[] {
  const name = nameOf('asked', [canonicalJson([threadId, patch, normalizedArguments(args, input_schema)])]);
  const paid = payment && paymentParts(payment, args, input_schema);
  return [
    name,
    ...(effect === undefined ? [] : [effect.key]),
    ...(paid === undefined ? [] : [nameOf('asked', [canonicalJson([threadId, 'payment', ...paid])])]),
  ];
}

/**
 * The parts by which two payments are the same, whatever else their arguments say and whichever patch makes them: payee, amount,
 * currency and reference.
 * @returns undefined if the amount cannot be judged
 */
function paymentParts(
  { declared, payee }: HeldPayment,
  args: JsonObject,
  schema: unknown,
): unknown[] | undefined {
  const { amount, currency } = readPayment(declared, args);
  if (amount === undefined) return undefined;
  const { reference: at } = declared;
  const reference = at === undefined ? undefined : normalizedAt(args, schema, at);
  return [payee.named, amount, currency, reference ?? null];
}
