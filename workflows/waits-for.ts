import { upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import type { PauseKind } from '#contract/run-state.ts';
import { searchAttributes } from '#contract/temporal/names.ts';

const waitsFor = defineSearchAttributeKey(searchAttributes.waitsFor, SearchAttributeType.KEYWORD);
const pendingPatch = defineSearchAttributeKey(searchAttributes.pendingPatch, SearchAttributeType.KEYWORD);

/** Shows operators what the run waits for, until {@link unsetWaitsFor}. */
export function setWaitsFor(kind: PauseKind, patchRef: string): void {
  upsertSearchAttributes([
    { key: waitsFor, value: kind },
    { key: pendingPatch, value: patchRef },
  ]);
}

/** The run no longer waits. */
export function unsetWaitsFor(): void {
  upsertSearchAttributes([
    { key: waitsFor, value: null },
    { key: pendingPatch, value: null },
  ]);
}

/** Whether the search attributes say that the run waits. */
export function showsWaitsFor(): boolean {
  return workflowInfo().typedSearchAttributes.get(waitsFor) !== undefined;
}
