import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The path of Chromium or Chrome: `CHROMIUM`, or where packages install it.
 * @throws if there is none, with what to install
 */
export function findChromium(): string {
  const given = process.env['CHROMIUM'];
  const found = given ? (existsSync(given) ? given : undefined) : places.find((path) => existsSync(path));
  if (found === undefined) {
    throw new Error(
      given
        ? `CHROMIUM names no file: ${given}`
        : 'The tests in a browser need Chromium: install it ("apt-get install chromium") or set CHROMIUM.',
    );
  }
  return found;
}

/**
 * In a container there is neither the right to sandbox nor much shared memory. Where there is no graphics card, one that
 * is emulated takes a fifth more to draw a page than drawing without.
 */
export const chromiumArguments = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];

/** How long a browser may take to start beside much else. */
export const startTimeoutMs = 120_000;

/** How long a page may take for one step on a busy machine: half of what a test may. */
export const stepTimeoutMs = 90_000;

/**
 * Starts the system's Chromium without a window.
 * @param args further ones of its command line
 * @throws if there is none, with what to install
 */
export async function startChromium(args: string[] = []): Promise<Browser> {
  return await chromium.launch({
    executablePath: findChromium(),
    args: [...chromiumArguments, ...args],
    timeout: startTimeoutMs,
  });
}
