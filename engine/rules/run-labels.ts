import type { RunDocument } from '../documents/run.ts';

/** The search attributes of a run in Temporal: ids and labels, never content. */
export interface RunLabels extends Pick<RunDocument, 'workspace_id' | 'thread_id' | 'agent' | 'seq'> {
  run_id: string;
}

/** The labels of a run. */
export function toRunLabels(document: Omit<RunLabels, 'run_id'> & Pick<RunDocument, '_id'>): RunLabels {
  const { _id, workspace_id, thread_id, agent, seq } = document;
  return { run_id: _id, workspace_id, thread_id, agent, seq };
}
