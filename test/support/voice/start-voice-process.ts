import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createWorkspace } from '#store/credentials/workspaces.ts';
import type { Database } from '#store/mongo/database.ts';
import { ApiClient } from '../api-client.ts';
import { programEnvironment } from '../compiled-modules.ts';
import { dropDatabase, openDatabaseOn } from '../open-database.ts';

/** An API in a process of its own. */
export interface VoiceProcess {
  baseUrl: string;
  /** Its resident memory, in bytes. */
  rss(): Promise<number>;
  /** Ends it without warning. */
  kill(): Promise<void>;
}

/** API processes with a voice provider in memory, on one database. */
export interface VoiceProcesses {
  db: Database;
  /** @param speech whether its provider hangs in the middle of every speech */
  start(speech?: 'hangs' | 'ends'): Promise<VoiceProcess>;
  workspace(baseUrl: string): Promise<{ id: string; apiKey: string; client: ApiClient }>;
  /** The files of uploads that exist now, of any process. */
  uploadedFiles(): Promise<string[]>;
  stop(): Promise<void>;
}

export async function prepareVoiceProcesses(): Promise<VoiceProcesses> {
  const mongodbUri = inject('mongodbUri');
  const db = await openDatabaseOn(mongodbUri);
  const directory = await mkdtemp(join(tmpdir(), 'heddle-voice-processes-'));
  const env = {
    ...programEnvironment(),
    TMPDIR: directory,
    MONGODB_URI: mongodbUri,
    MONGODB_DATABASE: db.runs.dbName,
    TEMPORAL_ADDRESS: inject('temporalAddress'),
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '1000000',
  };
  const started: VoiceProcess[] = [];
  return {
    db,
    start: async (speech = 'ends') => {
      const child = fork(join(import.meta.dirname, 'voice-process.ts'), {
        env: { ...env, SPEECH: speech },
        execArgv: [],
      });
      const [{ port }] = (await once(child, 'message')) as [{ port: number }];
      const made: VoiceProcess = {
        baseUrl: `http://127.0.0.1:${port}`,
        rss: async () => {
          const answer = once(child, 'message');
          child.send('rss');
          return ((await answer) as [{ rss: number }])[0].rss;
        },
        kill: async () => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const exited = once(child, 'exit');
          child.kill('SIGKILL');
          await exited;
        },
      };
      started.push(made);
      return made;
    },
    workspace: async (baseUrl) => {
      const { workspace, api_key: apiKey } = await createWorkspace(db, { name: 'Test', credits: 0 });
      return { id: workspace._id, apiKey, client: new ApiClient(baseUrl, { apiKey, subject: 'ada' }) };
    },
    uploadedFiles: async () => {
      const found = await readdir(directory, { recursive: true, withFileTypes: true });
      return found.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    stop: async () => {
      await Promise.all(started.map(async (each) => await each.kill()));
      await dropDatabase(db);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
