import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { inject } from 'vitest';
import { demoPatches } from '#tools/dev/demo-patches.ts';
import { startEchoHost } from '#tools/dev/echo-host.ts';
import { builtInPatches } from '#contract/built-in-patches.ts';
import type { Agent } from '#contract/agent.ts';
import { definition } from './agents.ts';
import type { ApiClient } from './api-client.ts';
import { stepTimeoutMs } from '#tools/dev/browser/chromium.ts';
import { createConnection } from './connections.ts';
import { serviceOfProcess, startService, type TestService } from './service.ts';
import type { ServiceOptions } from './start-service.ts';

/** The service with a workspace like the demo one, and a browser to look at it. */
export interface TestConsole {
  service: TestService;
  workspaceId: string;
  apiKey: string;
  /** A client of the workspace, beside the browser. */
  client: ApiClient;
  agent: Agent;
  /**
   * A page that is signed in under a name, at a path under /console. Pages of the same name share a browser profile,
   * with its cache, unless one of their own is asked for. Close it at the end of a test.
   */
  open(path: string, options?: OpenOptions): Promise<ConsolePage>;
  stop(): Promise<void>;
}

export interface OpenOptions extends BrowserContextOptions {
  /** The person who signs in. Default: Ada. Null for nobody, in a profile of its own. */
  name?: string | null;
  /** Whether the page has a browser profile of its own, as it always has with options of the profile. */
  alone?: boolean;
  /** Prepares the page before it is loaded. */
  prepare?: ((page: Page) => Promise<void>) | undefined;
}

/** A page, with what its console printed as warnings and errors: violations of the content security policy too. */
export type ConsolePage = Page & { complaints: string[] };

/**
 * Publishes the demo agent for a new workspace and connects to the browser of the test run.
 * @param own a service of its own. Default: the one that the files of this test process share
 */
export async function startConsole({
  startBrowser = async () => await chromium.connect(inject('browserEndpoint')),
  own,
}: {
  /** Default: the browser of the test run. */
  startBrowser?: () => Promise<Browser>;
  own?: ServiceOptions;
} = {}): Promise<TestConsole> {
  const [service, browser, echoHost] = await Promise.all([
    own === undefined ? serviceOfProcess() : startService(own),
    startBrowser(),
    startEchoHost(0),
  ]);
  const profiles = new Map<string, Promise<BrowserContext>>();
  // A model is shown what all earlier runs of a long conversation did.
  const workspace = await service.workspace({ credits: 1_000_000 });
  const { client, apiKey } = workspace;
  await createConnection(client, { name: 'demo', base_url: echoHost.url });
  // Tests of declared payments publish patches of their own: here a payment needs no account.
  for (const { payment: _, ...patch } of demoPatches) await client.post('/v1/patches', patch);
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
      connection: 'demo',
    }),
  );
  return {
    service,
    workspaceId: workspace.id,
    apiKey,
    client,
    agent,
    open: async (path, { name = 'Ada', alone = false, prepare, ...options } = {}) => {
      const usual = !alone && name !== null && Object.keys(options).length === 0;
      const profile =
        (usual && profiles.get(name)) || newProfile(browser, { baseURL: service.baseUrl, ...options });
      if (usual) profiles.set(name, profile);
      return await openPage(await profile, { path, prepare, signIn: name && { api_key: apiKey, name } });
    },
    stop: async () => {
      await browser.close();
      await Promise.all([own && service.stop(), echoHost.stop()]);
    },
  };
}

async function newProfile(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const profile = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  profile.setDefaultTimeout(stepTimeoutMs);
  return profile;
}

async function openPage(
  profile: BrowserContext,
  {
    path,
    prepare,
    signIn,
  }: { path: string; prepare: OpenOptions['prepare']; signIn: { api_key: string; name: string } | null | '' },
): Promise<ConsolePage> {
  const page = await profile.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  if (signIn) {
    const response = await page.request.post('/console/session', {
      data: signIn,
      headers: { 'Console-Request': 'console' },
    });
    if (!response.ok()) throw new Error(`not signed in: ${response.status()} ${await response.text()}`);
  }
  await prepare?.(page);
  await page.goto(`/console${path}`);
  return Object.assign(page, { complaints });
}
