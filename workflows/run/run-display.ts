import { setCurrentDetails, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import { searchAttributes } from '#contract/temporal/names.ts';
import type { RunDisplay } from '#workflows/run/workflow-context.ts';

const waitsFor = defineSearchAttributeKey(searchAttributes.waitsFor, SearchAttributeType.KEYWORD);
const pendingPatch = defineSearchAttributeKey(searchAttributes.pendingPatch, SearchAttributeType.KEYWORD);
const pendingCall = defineSearchAttributeKey(searchAttributes.pendingCall, SearchAttributeType.KEYWORD);

/** Shows a run by the workflow's current details, and by the search attributes for which operators filter. */
export const runDisplay: RunDisplay = {
  doing: setCurrentDetails,
  waitsFor: ({ kind, patch_ref, tool_call_id }) => {
    upsertSearchAttributes([
      { key: waitsFor, value: kind },
      { key: pendingPatch, value: patch_ref },
      { key: pendingCall, value: tool_call_id },
    ]);
  },
  waitsNoLonger: () => {
    upsertSearchAttributes([
      { key: waitsFor, value: null },
      { key: pendingPatch, value: null },
      { key: pendingCall, value: null },
    ]);
  },
};

/** Whether the search attributes say that the run waits. */
export function showsWaitsFor(): boolean {
  return workflowInfo().typedSearchAttributes.get(waitsFor) !== undefined;
}
