import { parseArgs } from 'node:util';
import { type Layout, layouts } from './faults/fault.ts';

/** The command line of a run of chaos. */
export interface ChaosOptions {
  /** Determines the load and the faults. How they coincide depends on the machine. */
  seed: number;
  /** Which processes the service consists of. */
  layout: Layout;
  /** How long load and faults last. The time until the service is idle comes on top. */
  seconds: number;
  /** The number of concurrent scenarios. */
  clients: number;
  /** How long the service may take to become idle after the last fault. */
  quietSeconds: number;
  /** Whether faults are caused at all. */
  faults: boolean;
  /** Keeps logs and data even if nothing was found. */
  keep: boolean;
}

/** The command line is invalid. The message says why. */
export class UnusableOptions extends Error {
  override name = 'UnusableOptions';
}

export const help = `Usage: npm run chaos -- [options]

Runs the service under load while its processes and servers are killed and frozen, and proves from the outside that
nothing was lost, done twice or told wrong. Exit status 1 when something was.

  --seed N           what the load and the faults are made of (a new one each time)
  --layout NAME      apart: two APIs and two workers; together: two processes of both (by the seed: even, odd)
  --seconds N        how long they go on (120)
  --clients N        scenarios at a time (20)
  --quiet-seconds N  how long it may take to come to rest afterwards (90)
  --no-faults        load and checks alone
  --keep             keeps logs and data even when nothing was found`;

/**
 * Reads the command line.
 * @param newSeed the default seed
 * @throws {UnusableOptions} for an unknown option or a value that is not an integer in range
 */
export function readOptions(args: string[], newSeed: () => number): ChaosOptions | 'help' {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    const options = { seed: text, layout: text, seconds: text, clients: text, 'quiet-seconds': text };
    const flags = { 'no-faults': flag, keep: flag, help: flag };
    const { values } = parseArgs({ args, options: { ...options, ...flags } });
    if (values.help) return 'help';
    const seed = number('seed', values.seed, 0, 4_294_967_295) ?? newSeed();
    return {
      seed,
      layout: layoutOf(values.layout) ?? (seed % 2 === 0 ? 'apart' : 'together'),
      seconds: number('seconds', values.seconds, 5, 86_400) ?? 120,
      clients: number('clients', values.clients, 1, 200) ?? 20,
      quietSeconds: number('quiet-seconds', values['quiet-seconds'], 5, 3600) ?? 90,
      faults: !values['no-faults'],
      keep: values.keep,
    };
  } catch (error) {
    throw new UnusableOptions((error as Error).message, { cause: error });
  }
}

function layoutOf(text: string | undefined): Layout | undefined {
  const layout = (Object.keys(layouts) as Layout[]).find((name) => name === text);
  if (layout === undefined && text !== undefined) throw new RangeError('--layout must be apart or together');
  return layout;
}

function number(name: string, text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new RangeError(`--${name} must be a whole number from ${least} to ${most}`);
}
