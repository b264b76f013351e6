import type { WorkspaceSettings } from '#store/credentials/workspace-settings.ts';

/** Whether voice is switched on for workspaces, from memory. The last known state holds while MongoDB is away. */
export class VoiceSwitch {
  readonly #settings: WorkspaceSettings;

  constructor(settings: WorkspaceSettings) {
    this.#settings = settings;
  }

  async isOn(workspaceId: string): Promise<boolean> {
    const { voice_enabled } = await this.#settings.lastKnown(workspaceId);
    return voice_enabled ?? true;
  }
}
