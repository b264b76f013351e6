import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The path of Chromium or Chrome: `CHROMIUM_PATH`, or where packages install it.
 * @throws if there is none, with what to install
 */
export function findChromium(): string {
  const given = process.env['CHROMIUM_PATH'];
  const found = given ? (existsSync(given) ? given : undefined) : places.find((path) => existsSync(path));
  if (found === undefined) {
    throw new Error(
      given
        ? `CHROMIUM_PATH names no file: ${given}`
        : 'The tests in a browser need Chromium: install it ("apt-get install chromium") or set CHROMIUM_PATH.',
    );
  }
  return found;
}

/** Starts it without a window. */
export async function startChromium(): Promise<Browser> {
  return await chromium.launch({
    executablePath: findChromium(),
    // In a container there is neither the right to sandbox nor much shared memory.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
}
