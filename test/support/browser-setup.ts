import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { buildConsole } from '#tools/dev/build-console.ts';
import { chromiumArguments, findChromium, startTimeoutMs } from '#tools/dev/browser/chromium.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The run's browser, which every test file connects to. */
    browserEndpoint: string;
  }
}

/** Builds the console and starts one browser for all test files. Returns what stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildConsole();
  const server = await chromium.launchServer({
    executablePath: findChromium(),
    args: chromiumArguments,
    timeout: startTimeoutMs,
  });
  project.provide('browserEndpoint', server.wsEndpoint());
  return async () => await server.close();
}
