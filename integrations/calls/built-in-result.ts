import { z } from 'zod';
import { bankFilter } from '#contract/bank.ts';
import { faultInWords } from '#contract/faults-in-words.ts';
import { IdentifyRequest } from '#contract/identify.ts';
import { defaultPage } from '#contract/pagination.ts';
import { toJsonText } from '#contract/json-text.ts';
import { argsOf } from '#engine/rules/resolve-call.ts';
import type { BuiltInResult } from '#engine/ports/calls.ts';
import type { BuiltInCall } from './built-in-call.ts';
import type { CallParts } from './call-parts.ts';
import { extractForRun } from './extract-for-run.ts';
import { invalidArguments, refused } from './invalid-arguments.ts';

type Answer = (parts: CallParts, call: BuiltInCall) => Promise<BuiltInResult>;

const answers: { readonly [ref: string]: Answer } = {
  'identify_account@1': identifyAccount,
  'list_banks@1': listBanks,
  'extract@1': extractForRun,
};

/**
 * The result of a built-in patch that calls no host; undefined for any other patch.
 * @throws the signal's reason
 */
export async function builtInResult(
  parts: CallParts,
  { run, call, signal }: Omit<BuiltInCall, 'args'>,
): Promise<BuiltInResult | undefined> {
  return await answers[call.patch_ref]?.(parts, { run, call, args: argsOf(call), signal });
}

/** Whether the service answers calls of a patch itself. */
export function isAnsweredHere(ref: string): boolean {
  return Object.hasOwn(answers, ref);
}

/** The lookup of `POST /v1/identify`, for an agent. */
async function identifyAccount(
  { identifier, identifyPrice }: CallParts,
  { args }: BuiltInCall,
): Promise<BuiltInResult> {
  const request = IdentifyRequest.safeParse(args, { error: faultInWords });
  if (!request.success) return { resolution: invalidArguments(request.error) };
  const found = await identifier.identify(request.data);
  if ('malformed' in found) return { resolution: refused(found.malformed.field, found.malformed.message) };
  const { rail, result } = found;
  return {
    ...ok(found),
    use: { product: 'identify', rail, result, count: 1 },
    ...(result === 'identified' ? { charge: { amount: identifyPrice, reason: 'identify' } } : {}),
  };
}

export const BankQuery = z.strictObject({
  ...bankFilter,
  limit: z.int().min(1).max(defaultPage.max).optional(),
  cursor: z.string().max(1000).optional(),
});

/** A page of `GET /v1/identify/banks`, for an agent. Its cursors are not signed: the list is public. */
async function listBanks({ identifier }: CallParts, { args }: BuiltInCall): Promise<BuiltInResult> {
  const query = BankQuery.safeParse(args, { error: faultInWords });
  if (!query.success) return { resolution: invalidArguments(query.error) };
  const { limit = defaultPage.default, cursor, ...filter } = query.data;
  const after = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString();
  const { items, next } = await identifier.listBanks(filter, limit, after);
  const next_cursor = next === null ? null : Buffer.from(next).toString('base64url');
  return ok({ banks: items, has_more: next !== null, next_cursor });
}

function ok(result: object): BuiltInResult {
  return { resolution: { status: 'ok', result: toJsonText({ ...result }) } };
}
