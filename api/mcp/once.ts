import { invalidField } from '#contract/errors.ts';
import { idempotencyMeta } from '#contract/mcp-tools.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import { type NewResource, newResource } from '#store/requests/idempotency-keys.ts';
import { callerParts, fingerprint } from '../http/idempotency/fingerprint.ts';
import { checkIdempotencyKey } from '../http/idempotency/read-key.ts';
import { once as onceUnderKey } from '../http/idempotency/once.ts';
import type { McpCall } from './call.ts';

/** The work of a tool that is done at most once. */
export interface KeyedTool {
  tool: string;
  args: object;
  /** From the `_meta` of the call; undefined if it may be done again. */
  key: string | undefined;
}

/**
 * The key of a tool call, from its `_meta`; undefined without one.
 * @throws {ServiceError} `invalid_idempotency_key`, `invalid_request`
 */
export function readToolKey(meta: Record<string, unknown> | undefined): string | undefined {
  const key = meta?.[idempotencyMeta];
  if (key === undefined) return undefined;
  if (typeof key !== 'string') throw invalidField(`_meta.${idempotencyMeta}`, 'must be a string');
  return checkIdempotencyKey(key);
}

/**
 * Does the work of a tool, at most once under a key. Keys are a grant's own. What is stored is which run the work led to,
 * so that a repetition shows how far that run has got since.
 * @returns the id of the run
 * @throws {ServiceError} of the work, `idempotency_key_reuse`, `idempotency_in_flight`
 */
export async function once(
  call: McpCall,
  { tool, args, key }: KeyedTool,
  work: (resource: NewResource) => Promise<RunDocument>,
): Promise<string> {
  if (key === undefined) return (await work(newResource()))._id;
  const { workspace_id, subject_ref, grant_id } = call.access;
  const request = {
    workspace_id,
    subject_ref,
    key: JSON.stringify(['mcp', grant_id, key]),
    fingerprint: fingerprint([key, ...callerParts(call.caller), tool, JSON.stringify(args)]),
  };
  const { result, replayed } = await onceUnderKey(call.services, request, call.log, async (resource) => {
    const { _id: run_id, subject_ref: subject } = await work(resource);
    return { result: { run_id }, about: { run_id, subject_ref: subject } };
  });
  if (replayed) call.isReplay();
  return result.run_id;
}
