import type { IdentifyCheck, ShownAccount } from '#contract/approval-check.ts';
import { defined } from '#contract/defined.ts';
import type { Institution } from '#contract/identify.ts';
import type { JsonObject } from '#contract/json.ts';
import type { PaymentDeclaration } from '#contract/payment.ts';
import type { AppliedGate } from '../documents/applied-gate.ts';
import type { Accounts } from '../ports/accounts.ts';
import { toShown } from '../rules/payments/shown-institution.ts';
import { declaredPlaces, identifyAt } from './identify-at.ts';

/**
 * Resolves the account references in the arguments of a held call, one for each `identify` check of its gate. A text
 * that is no reference is malformed: approvers see that, and it may change, too.
 * @param options.declared the payment of the patch, at whose account a check without places of its own looks
 * @param options.shown the accounts when the call was shown. A bank with the same former id and name counts as unchanged: newer
 * tables of banks do not make it another bank.
 * @returns undefined if the gate has no such check
 * @throws if imported directories have to be read and cannot be
 */
export async function resolveAccounts(
  { accounts }: { accounts: Accounts },
  gate: AppliedGate,
  args: JsonObject,
  {
    shown = [],
    declared,
  }: { shown?: readonly ShownAccount[] | undefined; declared?: PaymentDeclaration | undefined } = {},
): Promise<ShownAccount[] | undefined> {
  const checks = gate.verdict === 'hold' ? (gate.checks ?? []) : [];
  const resolved: ShownAccount[] = [];
  for (const check of checks) {
    if (check.type !== 'identify') continue;
    const before = shown[resolved.length]?.institution;
    resolved.push(await resolve(accounts, placesOf(check, declared), args, before));
  }
  return resolved.length === 0 ? undefined : resolved;
}

/** The places that a check names, or else those of the declared payment; undefined if there are none. */
function placesOf(
  { rail, country, reference }: IdentifyCheck,
  declared: PaymentDeclaration | undefined,
): ReturnType<typeof declaredPlaces> | undefined {
  if (reference !== undefined) return { places: reference, known: { rail, country } };
  return declared && declaredPlaces(declared);
}

async function resolve(
  accounts: Accounts,
  at: ReturnType<typeof declaredPlaces> | undefined,
  args: JsonObject,
  shown: ShownAccount['institution'],
): Promise<ShownAccount> {
  if (at === undefined)
    return { pointers: [], result: 'malformed', message: 'the patch declares no payment' };
  const pointers = Object.values(at.places).filter((pointer) => pointer !== undefined);
  const found = await identifyAt(accounts, args, at.places, at.known);
  if ('fault' in found) return { pointers, result: 'malformed', message: found.fault };
  const { institution, account } = found.result;
  return {
    pointers,
    result: found.result.result,
    rail: found.result.rail,
    reference: found.result.reference,
    ...defined({
      reason: found.result.reason,
      country: found.result.country,
      institution: institution && (isSameBank(institution, shown) ? shown : toShown(institution)),
      account_valid: account?.valid,
    }),
  };
}

/** Whether a bank is the one that was shown under an id that it has or had. One that took it over has another name. */
function isSameBank(
  { id, name, previous_ids = [] }: Institution,
  shown: ShownAccount['institution'],
): boolean {
  return (
    shown !== undefined &&
    [id, ...previous_ids].includes(shown.id) &&
    comparableName(name) === comparableName(shown.name)
  );
}

/** A name without case, accents, punctuation and white space. */
function comparableName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
