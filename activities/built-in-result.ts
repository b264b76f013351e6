import { z } from 'zod';
import { bankFilter } from '#contract/bank.ts';
import { IdentifyRequest } from '#contract/identify.ts';
import { defaultPage } from '#contract/pagination.ts';
import { toJsonText } from '#contract/json-text.ts';
import { argsOf } from '#lifecycle/resolve-call.ts';
import type { BuiltInCall, BuiltInResult } from './built-in-call.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { extractForRun } from './extract-for-run.ts';
import { misfit, refused } from './misfit.ts';

type Answer = (deps: ActivityDependencies, call: BuiltInCall) => Promise<BuiltInResult>;

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
  deps: ActivityDependencies,
  { run, call, signal }: Omit<BuiltInCall, 'args'>,
): Promise<BuiltInResult | undefined> {
  return await answers[call.patch_ref]?.(deps, { run, call, args: argsOf(call), signal });
}

/** The lookup of `POST /v1/identify`, for an agent. */
async function identifyAccount(
  { identifier, identifyPrice }: ActivityDependencies,
  { args }: BuiltInCall,
): Promise<BuiltInResult> {
  const request = IdentifyRequest.safeParse(args);
  if (!request.success) return { resolution: misfit(request.error) };
  const found = await identifier.identify(request.data);
  if ('malformed' in found) return { resolution: refused(found.malformed.field, found.malformed.message) };
  const { rail, result } = found;
  return {
    ...ok(found),
    use: { product: 'identify', rail, result, count: 1 },
    ...(result === 'identified' ? { charge: { amount: identifyPrice, reason: 'identify' } } : {}),
  };
}

const BankQuery = z.strictObject({ ...bankFilter, limit: z.int().min(1).max(defaultPage.max).optional() });

/** The first page of `GET /v1/identify/banks`, for an agent. */
async function listBanks(
  { identifier }: ActivityDependencies,
  { args }: BuiltInCall,
): Promise<BuiltInResult> {
  const query = BankQuery.safeParse(args);
  if (!query.success) return { resolution: misfit(query.error) };
  const { limit = defaultPage.default, ...filter } = query.data;
  const { items, next } = await identifier.listBanks(filter, limit);
  return ok({ banks: items, has_more: next !== null });
}

function ok(result: object): BuiltInResult {
  return { resolution: { status: 'ok', result: toJsonText({ ...result }) } };
}
