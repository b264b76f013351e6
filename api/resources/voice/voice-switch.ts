import type { WorkspaceSettings } from '#store/credentials/workspace-settings.ts';

/** Whether voice is switched on for workspaces, from memory. The last known state holds while MongoDB is away. */
export class VoiceSwitch {
  readonly #settings: WorkspaceSettings;

  constructor(settings: WorkspaceSettings) {
    this.#settings = settings;
  }

  async isOn(workspaceId: string): Promise<boolean> {
    const settings = await this.#settings.of(workspaceId).catch((error: unknown) => {
      const last = this.#settings.last(workspaceId);
      if (last === undefined) throw error;
      return last;
    });
    return settings.voice_enabled ?? true;
  }
}
