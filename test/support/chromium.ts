import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where the distributions' packages install it. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome-stable'];

/**
 * Starts the system's Chromium without a window. `CHROMIUM` may name another one.
 * @throws {Error} that says which package to install, if there is none
 */
export async function startChromium(): Promise<Browser> {
  const executablePath = [process.env['CHROMIUM'] ?? '', ...places].find((path) => existsSync(path));
  if (executablePath === undefined) {
    throw new Error(
      'Chromium is needed for this test: install the package chromium (apt-get install chromium), or set CHROMIUM to its path.',
    );
  }
  return await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
