import { upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import type { PauseDirective } from '#contract/temporal/directive.ts';
import { searchAttributes } from '#contract/temporal/names.ts';

const waitsFor = defineSearchAttributeKey(searchAttributes.waitsFor, SearchAttributeType.KEYWORD);
const pendingPatch = defineSearchAttributeKey(searchAttributes.pendingPatch, SearchAttributeType.KEYWORD);
const pendingCall = defineSearchAttributeKey(searchAttributes.pendingCall, SearchAttributeType.KEYWORD);

/** Shows operators, who filter by it, what a paused run waits for. The sweep reads the call. */
export function showWaitsFor({
  kind,
  patch_ref,
  tool_call_id,
}: Pick<PauseDirective, 'kind' | 'patch_ref' | 'tool_call_id'>): void {
  upsertSearchAttributes([
    { key: waitsFor, value: kind },
    { key: pendingPatch, value: patch_ref },
    { key: pendingCall, value: tool_call_id },
  ]);
}

export function clearWaitsFor(): void {
  upsertSearchAttributes([
    { key: waitsFor, value: null },
    { key: pendingPatch, value: null },
    { key: pendingCall, value: null },
  ]);
}

/** Whether the search attributes say that the run waits. */
export function showsWaitsFor(): boolean {
  return workflowInfo().typedSearchAttributes.get(waitsFor) !== undefined;
}
