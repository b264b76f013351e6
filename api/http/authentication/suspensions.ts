import { ServiceError } from '#contract/errors.ts';
import type { WorkspaceSettings } from '#store/credentials/workspace-settings.ts';

/** Refuses credentials of workspaces that the operator has suspended. The last known state holds while MongoDB is away. */
export class Suspensions {
  readonly #settings: Pick<WorkspaceSettings, 'lastKnown'>;

  constructor(settings: Pick<WorkspaceSettings, 'lastKnown'>) {
    this.#settings = settings;
  }

  /** @throws {ServiceError} `workspace_suspended`, within seconds after the operator has suspended the workspace */
  async refuse(workspaceId: string): Promise<void> {
    if (await this.includes(workspaceId)) {
      throw new ServiceError(
        'workspace_suspended',
        'The workspace is suspended. The operator of the service can resume it.',
      );
    }
  }

  /** Whether a workspace is suspended. */
  async includes(workspaceId: string): Promise<boolean> {
    const { suspended_at } = await this.#settings.lastKnown(workspaceId);
    return suspended_at !== undefined;
  }
}
