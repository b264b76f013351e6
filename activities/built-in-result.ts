import type { CallResolution } from '#loom/resolve-call.ts';
import type { ToolCallDocument } from '#store/tool-calls.ts';

/** Lookups that this deployment does not cover yet answer so, as Identify does for what it does not know. */
const unsupported = new Set(['identify_account@1', 'list_banks@1', 'extract@1']);

/** The result of a built-in patch that calls no host; undefined for every other. */
export function builtInResult({ patch_ref }: ToolCallDocument): CallResolution | undefined {
  return unsupported.has(patch_ref) ? { status: 'ok', result: { result: 'unsupported' } } : undefined;
}
