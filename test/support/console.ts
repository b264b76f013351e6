import { type Browser, chromium, type BrowserContextOptions, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { demoPatches } from '#dev/demo-patches.ts';
import { startEchoHost } from '#dev/echo-host.ts';
import { builtInPatches } from '#contract/built-in-patches.ts';
import type { Agent } from '#contract/agent.ts';
import { definition } from './agents.ts';
import type { ApiClient } from './api-client.ts';
import { stepTimeoutMs } from '#dev/browser/chromium.ts';
import { createConnection } from './connections.ts';
import { startService, type TestService } from './service.ts';
import type { ServiceOptions } from './start-service.ts';

/** The service with a workspace like the demo one, and a browser to look at it. */
export interface TestConsole {
  service: TestService;
  workspaceId: string;
  apiKey: string;
  /** A client of the workspace, beside the browser. */
  client: ApiClient;
  agent: Agent;
  /** A page of a browser profile of its own, signed in under this name, at a path under /console. */
  open(path: string, options?: OpenOptions): Promise<ConsolePage>;
  stop(): Promise<void>;
}

export interface OpenOptions extends BrowserContextOptions {
  /** Who signs in. Default: Ada. Null for nobody. */
  name?: string | null;
  /** Default: the service's. */
  baseUrl?: string;
  /** What to do before the page is loaded. */
  prepare?: (page: Page) => Promise<void>;
}

/** A page, with what its console printed as warnings and errors: violations of the content security policy too. */
export type ConsolePage = Page & { complaints: string[] };

/** Starts the service, publishes the demo agent and connects to the browser of the test run. */
export async function startConsole({
  startBrowser = async () => await chromium.connect(inject('browserEndpoint')),
  ...options
}: ServiceOptions & {
  /** Default: the browser of the test run. */
  startBrowser?: () => Promise<Browser>;
} = {}): Promise<TestConsole> {
  const [service, browser, echoHost] = await Promise.all([
    startService(options),
    startBrowser(),
    startEchoHost(0),
  ]);
  const workspace = await service.workspace();
  const { client, apiKey } = workspace;
  await createConnection(client, { name: 'demo', base_url: echoHost.url });
  for (const patch of demoPatches) await client.post('/v1/patches', patch);
  const { data: agent } = await client.post<Agent>(
    '/v1/agents',
    definition({
      key: 'demo',
      name: 'Demo',
      patches: [
        ...builtInPatches.map(({ ref }) => ({ ref })),
        { ref: 'send_payment@1', gate: 'confirm' },
        { ref: 'sign_contract@1' },
        { ref: 'quote_fx@1' },
      ],
    }),
  );
  return {
    service,
    workspaceId: workspace.id,
    apiKey,
    client,
    agent,
    open: async (path, options) => await openPage(browser, service.baseUrl, apiKey, path, options),
    stop: async () => {
      await browser.close();
      await Promise.all([service.stop(), echoHost.stop()]);
    },
  };
}

async function openPage(
  browser: Browser,
  serviceUrl: string,
  apiKey: string,
  path: string,
  { name = 'Ada', baseUrl = serviceUrl, prepare, ...context }: OpenOptions = {},
): Promise<ConsolePage> {
  const profile = await browser.newContext({
    baseURL: baseUrl,
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
    ...context,
  });
  profile.setDefaultTimeout(stepTimeoutMs);
  const page = await profile.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  if (name !== null) {
    const response = await page.request.post('/console/session', {
      data: { api_key: apiKey, name },
      headers: { 'Console-Request': 'console' },
    });
    if (!response.ok()) throw new Error(`not signed in: ${response.status()} ${await response.text()}`);
  }
  await prepare?.(page);
  await page.goto(`/console${path}`);
  return Object.assign(page, { complaints });
}
