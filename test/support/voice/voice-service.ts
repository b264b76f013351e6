import { defined } from '#contract/defined.ts';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UploadDirectory } from '#api/http/uploads/upload-directory.ts';
import { Uploads } from '#api/http/uploads/uploads.ts';
import type { UploadPace } from '#api/http/uploads/upload-pace.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import type { Usage } from '#contract/usage.ts';
import type { ApiClient } from '../api-client.ts';
import { startService, type TestService } from '../service.ts';
import { MemoryVoice } from './memory-voice.ts';

/** The service with a voice provider in memory, and a directory of its own for uploads. */
export interface VoiceService {
  service: TestService;
  voice: MemoryVoice;
  /** The files of uploads that exist now. */
  uploadedFiles(): Promise<string[]>;
  /** Waits until no file of an upload is left. */
  untilRemoved(): Promise<void>;
  stop(): Promise<void>;
}

/** @param pace how fast uploads must arrive. Default: as in production */
export async function startVoiceService({ pace }: { pace?: UploadPace } = {}): Promise<VoiceService> {
  const parent = await mkdtemp(join(tmpdir(), 'heddle-voice-test-'));
  const voice = new MemoryVoice();
  const uploads = new Uploads({
    directory: new UploadDirectory(parent),
    ...defined({ pace }),
  });
  const service = await startService({ worker: false, services: { voice, uploads } });
  const uploadedFiles = async () => {
    const found = await readdir(parent, { recursive: true, withFileTypes: true });
    return found.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  return {
    service,
    voice,
    uploadedFiles,
    untilRemoved: async () => {
      const areGone = async () => (await uploadedFiles()).length === 0;
      await waitUntil(areGone, { timeoutMs: 60_000, what: 'the uploads are removed' });
    },
    stop: async () => {
      await service.stop();
      await rm(parent, { recursive: true, force: true });
    },
  };
}

/** The voice usage of a workspace. */
export async function voiceUsage(client: ApiClient): Promise<Usage['voice']> {
  return (await client.get<Usage>('/v1/usage')).data.voice;
}
