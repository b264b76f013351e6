import type { RotationDocument } from '../documents/rotation.ts';
import type { RunDocument } from '../documents/run.ts';

/** The fields that are compared first. The rest is only read for a run that seems to differ from its workflow. */
export type RunToCompare = Pick<RunDocument, '_id' | 'thread_id' | 'turn_count' | 'outbox' | 'version'>;

/** A workspace that has a run that has not ended, with how far the rounds through its runs have come. */
export interface OpenWorkspace {
  workspace_id: string;
  rotation?: RotationDocument;
}

/** The runs that have not ended, and how far they were compared with their workflows. Nothing here is urgent. */
export interface OpenRuns {
  findRotations: () => Promise<OpenWorkspace[]>;
  findRotation: (id: string) => Promise<RotationDocument | null>;
  /** Stores where the next comparison continues. */
  keepRotations: (rotations: RotationDocument[]) => Promise<void>;
  /** Open runs of a workspace, in the order of their ids. */
  next: (of: { workspace_id: string; after: string | undefined; limit: number }) => Promise<RunToCompare[]>;
  /** Which of these runs are open. */
  among: (ids: string[]) => Promise<string[]>;
  /** Which of these runs have ended, or are not stored. */
  notAmong: (ids: string[]) => Promise<string[]>;
}
