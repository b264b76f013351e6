import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import PusherModule from 'pusher-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPusher } from '#adapters/realtime/pusher.ts';
import type { Event } from '#contract/event.ts';
import { converse, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { startPusherServer } from '../../support/pusher-server.ts';
import { startService, type TestService } from '../../support/service.ts';
import { registerSigner, signToken } from '../../support/session-tokens.ts';
import { perFile } from '../../support/per-file.ts';

const provider = perFile(startPusherServer);
let service: TestService;
beforeAll(async () => {
  const { app, port } = provider;
  const settings = { ...app, host: '127.0.0.1', port: `${port}`, useTLS: false };
  service = await startService({ realtime: createPusher(settings, { onFault: () => {} }) });
});

afterAll(async () => await service.stop());

/** The package is CommonJS and says in its types that it is not. */
const Pusher = PusherModule as unknown as typeof PusherModule.default;
type Client = InstanceType<typeof Pusher>;
type Documented = (parts: {
  Pusher: typeof Pusher;
  api: string;
  token: string;
  thread: string;
  show: (type: string, event: unknown) => void;
}) => Promise<Client>;

/** The code of docs/events.md that subscribes, as a function that returns the client. */
async function documentedCode(): Promise<Documented> {
  const docs = readFileSync(join(import.meta.dirname, '../../../docs/events.md'), 'utf8');
  const blocks = [...docs.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  const [code, ...others] = blocks.filter((block) => block.includes('new Pusher('));
  if (code === undefined || others.length > 0) throw new Error('there is not one such block');
  const module = `export default async ({ Pusher, api, token, thread, show }) => {\n${code}\nreturn pusher;\n};`;
  const url = `data:text/javascript,${encodeURIComponent(module)}`;
  return ((await import(/* @vite-ignore */ url)) as { default: Documented }).default;
}

it('[realtime.config] [realtime.auth] the documented code follows a thread at a server of the deployment’s own', async () => {
  const { client } = await service.workspace({ subject: 'ada' });
  const token = await signToken(await registerSigner(client), { sub: 'ada' });
  const thread = await startThread(client, (await publishScripted(client)).id);
  const shown: [type: string, id: string | undefined][] = [];
  const subscribe = await documentedCode();
  const pusher = await subscribe({
    Pusher,
    api: `${service.baseUrl}/v1/loom`,
    token,
    thread,
    show: (type, event) => shown.push([type, (event as Partial<Event>).id]),
  });
  try {
    await expect.poll(() => shown.map(([type]) => type)).toContain('pusher:subscription_succeeded');
    await converse(client, thread, 'Hello');
    await expect.poll(() => shown.map(([type]) => type)).toContain('run.completed');
    const log = await service.db.events.find({ thread_id: thread }).toArray();
    const seen = new Set(shown.map(([, id]) => id));
    expect(log.filter(({ _id }) => !seen.has(_id))).toEqual([]);
  } finally {
    pusher.disconnect();
  }
});
