import type { WorkerDeploymentOptions } from '@temporalio/worker';
import { workflowCodeHash } from './bundle.ts';

/** The version that Temporal distinguishes workers by. */
export interface WorkerVersion {
  deploymentName: string;
  /** Default: the hash of the workflow code. */
  buildId?: string;
}

/**
 * The version by which Temporal routes work to a worker; undefined for an unversioned one. Workflows move to the
 * current version with their next task, because a run can pause for a month and the replay tests keep new code
 * compatible. Short workflows override this.
 */
export async function deploymentOptions(
  version: WorkerVersion | undefined,
): Promise<WorkerDeploymentOptions | undefined> {
  if (version === undefined) return undefined;
  const { deploymentName, buildId = await workflowCodeHash() } = version;
  return {
    useWorkerVersioning: true,
    version: { deploymentName, buildId },
    defaultVersioningBehavior: 'AUTO_UPGRADE',
  };
}
