import type { PolicyLimit } from '#contract/approval-policy.ts';
import { defined } from '#contract/defined.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ShownAmount } from '#contract/thread.ts';
import { valueAt } from '#patches/json-pointer.ts';
import { redacted } from '#patches/redact.ts';
import { ShownValues, shownValue } from '#patches/shown-values.ts';
import type { AmountPointers } from '../../documents/applied-gate.ts';

/** Where the limits of a policy find amounts and payees, each place once. */
export function amountPointers(limits: readonly PolicyLimit[]): AmountPointers[] {
  const found = new Map<string, AmountPointers>();
  for (const { name, amount, currency, payee } of limits) {
    // The payment that the patch declares is shown by itself.
    if (amount === undefined) continue;
    const key = JSON.stringify([amount, currency, payee]);
    const pointers = found.get(key) ?? { limits: [], amount, ...defined({ currency, payee }) };
    pointers.limits.push(name);
    found.set(key, pointers);
  }
  return [...found.values()];
}

/**
 * The payees and amounts for the approver, as the limits of the policy find them in the arguments
 * (approval-policy.amounts-shown): the templates of the summary are the workspace's own. An absent value is left out.
 * @param args as they are sent
 * @param shown the same as readers may see them
 */
export function shownAmounts(
  pointers: readonly AmountPointers[],
  args: JsonObject,
  shown: JsonObject,
): ShownAmount[] {
  const values = new ShownValues();
  const at = (pointer: string | undefined): string | undefined => {
    if (pointer === undefined || valueAt(args, pointer) === undefined) return undefined;
    // Where a value around it is hidden, the pointer leads to nothing.
    const value = valueAt(shown, pointer);
    return shownValue(values, value === undefined ? redacted : value);
  };
  return pointers.map(({ limits, amount, currency, payee }) => ({
    limits,
    ...defined({ amount: at(amount), currency: at(currency), payee: at(payee) }),
  }));
}
