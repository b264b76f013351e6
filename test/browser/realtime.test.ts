import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createPusher } from '#adapters/realtime/pusher.ts';
import type { Event } from '#contract/event.ts';
import { startConsole, type TestConsole } from '../support/console.ts';
import { post, settled, startThread } from '#clients/raw/conversation.ts';
import { startPusherServer } from '../support/pusher-server.ts';
import { perFile } from '../support/per-file.ts';

const provider = perFile(startPusherServer);
let stage: TestConsole;
beforeAll(async () => {
  const { app, port } = provider;
  const settings = { ...app, cluster: 'eu', host: '127.0.0.1', port: `${port}`, useTLS: false };
  stage = await startConsole({ own: { realtime: createPusher(settings, { onFault: () => {} }) } });
});

afterAll(async () => await stage.stop());

/** Leads what the page says to the provider's cluster to the server of the test. `loses` is not passed on. */
async function relay(page: Page, loses: (message: string) => boolean): Promise<void> {
  await page.routeWebSocket(/^wss:\/\/ws-eu\.pusher\.com\//, (socket) => {
    const { pathname, search } = new URL(socket.url());
    const server = new WebSocket(`ws://127.0.0.1:${provider.port}${pathname}${search}`);
    server.on('message', (bytes: Buffer) => {
      if (!loses(bytes.toString())) socket.send(bytes.toString());
    });
    // The page may give up a connection before the server has accepted it, and then makes another one.
    server.on('error', () => {});
    server.on('close', () => void socket.close().catch(() => {}));
    socket.onMessage((message) => server.send(message));
    socket.onClose(() => server.close());
  });
}

it('[console.realtime] events come from the provider, and one that it loses is read from the log', async () => {
  const client = stage.client.as('ada');
  const thread = await startThread(client, stage.agent.id);
  let passed = 0;
  const page = await stage.open(`/playground?subject=ada&thread=${thread}`, {
    prepare: async (page) =>
      await relay(page, (message) => {
        if (message.includes('"tool_call.started"')) return true;
        passed += 1;
        return false;
      }),
  });
  await page.getByText('Live', { exact: true }).waitFor();
  await settled(
    client,
    await post(client, thread, '/call list_banks {"country":"DE","limit":1}\n---\n/say Done with it.'),
  );
  await page.getByRole('article', { name: 'Demo said' }).getByText('Done with it.').waitFor();
  const { data: events } = await client.get<Event[]>(`/v1/events?thread_id=${thread}&limit=100`);
  const shown = page.getByRole('region', { name: 'Events, newest first' }).getByRole('listitem');
  await expect.poll(async () => await shown.count()).toBe(events.length);
  // The page may have read all of them before the provider sent any.
  await expect.poll(() => passed).toBeGreaterThan(2);
  expect(page.complaints).toEqual([]);
  await page.close();
});
