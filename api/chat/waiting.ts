import type { RunDocument, RunWithContent } from '#engine/documents/run.ts';
import { isOver } from '#engine/rules/ends.ts';
import type { ShownPause } from './frames.ts';

/** A run that waits, and what for: one item, or all held calls on which nobody has decided. */
export interface Waiting {
  run: RunDocument;
  items: ShownPause[];
}

/** The items that a run waits for; undefined if there are none, or all have expired. */
export function waitingOf(run: RunWithContent | null): Waiting | undefined {
  const open = (run?.pauses ?? []).filter((item) => !isOver(item, new Date()));
  if (run === null || open.length === 0) return undefined;
  const items = open.map((item) => {
    const { type, tool_call_id, patch_ref, content } = item;
    return { type, tool_call_id, patch_ref, shown: { ...content } };
  });
  return { run, items };
}
