import { z } from 'zod';
import { bankFilter } from '#contract/bank.ts';
import type { Microcredits } from '#contract/credits.ts';
import { IdentifyRequest } from '#contract/identify.ts';
import type { JsonObject } from '#contract/json.ts';
import { defaultPage } from '#contract/pagination.ts';
import { toJsonText } from '#contract/json-text.ts';
import { argsOf, type CallResolution, failure } from '#lifecycle/resolve-call.ts';
import type { ToolCallDocument } from '#store/documents/tool-call.ts';
import type { MeteredUse } from '#store/documents/usage.ts';
import type { ActivityDependencies } from './dependencies.ts';

/** The result of a call that the service answers itself. Its charge and use are stored with it. */
export interface BuiltInResult {
  resolution: CallResolution;
  charge?: { amount: Microcredits; reason: 'identify' };
  use?: MeteredUse;
}

type Answer = (deps: ActivityDependencies, args: JsonObject) => Promise<BuiltInResult>;

const answers: { readonly [ref: string]: Answer } = {
  'identify_account@1': identifyAccount,
  'list_banks@1': listBanks,
  // This deployment cannot extract yet, and says so in the way that Identify does for what it does not support.
  'extract@1': () => Promise.resolve(ok({ result: 'unsupported' })),
};

/** The result of a built-in patch that calls no host; undefined for any other patch. */
export async function builtInResult(
  deps: ActivityDependencies,
  call: ToolCallDocument,
): Promise<BuiltInResult | undefined> {
  return await answers[call.patch_ref]?.(deps, argsOf(call));
}

/** The lookup of `POST /v1/identify`, for an agent. */
async function identifyAccount(
  { identifier, identifyPrice }: ActivityDependencies,
  args: JsonObject,
): Promise<BuiltInResult> {
  const request = IdentifyRequest.safeParse(args);
  if (!request.success) return misfit(request.error);
  const found = await identifier.identify(request.data);
  if ('malformed' in found) return refused(found.malformed.field, found.malformed.message);
  const { rail, result } = found;
  return {
    ...ok(found),
    use: { product: 'identify', rail, result, count: 1 },
    ...(result === 'identified' ? { charge: { amount: identifyPrice, reason: 'identify' } } : {}),
  };
}

const BankQuery = z.strictObject({ ...bankFilter, limit: z.int().min(1).max(defaultPage.max).optional() });

/** The first page of `GET /v1/identify/banks`, for an agent. */
async function listBanks({ identifier }: ActivityDependencies, args: JsonObject): Promise<BuiltInResult> {
  const query = BankQuery.safeParse(args);
  if (!query.success) return misfit(query.error);
  const { limit = defaultPage.default, ...filter } = query.data;
  const { items, next } = await identifier.listBanks(filter, limit);
  return ok({ banks: items, has_more: next !== null });
}

function ok(result: object): BuiltInResult {
  return { resolution: { status: 'ok', result: toJsonText({ ...result }) } };
}

function misfit({ issues }: z.ZodError): BuiltInResult {
  const [issue] = issues;
  return refused(issue?.path.join('.') ?? '', issue?.message ?? 'are not understood');
}

/** The model may try again with other arguments. */
function refused(field: string, message: string): BuiltInResult {
  return {
    resolution: failure('invalid_args', field === '' ? `The arguments ${message}` : `${field}: ${message}`),
  };
}
