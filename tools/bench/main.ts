/** `npm run bench`: see {@link help}. */
import { parseArgs } from 'node:util';
import { measureCosts } from './cost/measure-cost.ts';
import { printCosts } from './cost/print-costs.ts';
import { printProfiles } from './cost/profile-turns.ts';
import { measureClosedRuns } from './lines/closed-runs.ts';
import { measureConsole } from './lines/console/measure-console.ts';
import { measureDecideMany } from './lines/decide-many.ts';
import { measureDecision } from './lines/decision.ts';
import { measureHeldSet } from './lines/held-set.ts';
import { measureIdentify } from './lines/identify.ts';
import { measureLongRun } from './lines/long-run.ts';
import { measureLongThread } from './lines/long-thread.ts';
import { measureMemory } from './lines/memory.ts';
import { measureParked } from './lines/parked.ts';
import { measureRequests } from './lines/requests.ts';
import { measureSilentCall } from './lines/silent-call.ts';
import { measureStreams } from './lines/streams.ts';
import { measureTurns } from './lines/turn.ts';
import { measureSpeech } from './lines/voice.ts';
import { measureWebhook } from './lines/webhook.ts';
import { describeMachine } from './machine.ts';
import { printReach } from './reach/measure-reach.ts';
import { type Bench, type Layout, layouts, startBench } from './start-bench.ts';
import { print, type Table } from './tables.ts';

type Measure = (bench: Bench) => AsyncIterable<Table>;

/** About fifteen minutes in all. */
const usual: Record<string, Measure> = {
  turn: measureTurns,
  'silent-call': measureSilentCall,
  decision: measureDecision,
  'held-set': measureHeldSet,
  requests: measureRequests,
  streams: measureStreams,
  webhook: measureWebhook,
};
/** These take long, or measure parts that change rarely: only by name. */
const byName: Record<string, Measure> = {
  'decide-many': measureDecideMany,
  memory: measureMemory,
  'long-run': measureLongRun,
  'long-thread': measureLongThread,
  parked: measureParked,
  'closed-runs': measureClosedRuns,
  voice: measureSpeech,
  console: measureConsole,
  identify: measureIdentify,
};

/** These start what they need, and print what they count. */
const apart: Record<string, () => Promise<void>> = {
  cost: async () => printCosts(await measureCosts()),
  profile: printProfiles,
  reach: printReach,
};

const usualLayouts: Layout[] = ['one', 'two'];

const help = `Usage: npm run -s bench -- [options] [name…]

Starts what ./temporal-dev.sh starts, with new data, in each layout, and measures:
  ${Object.keys(usual).join(', ')}
and only by name:
  ${Object.keys(byName).join(', ')}
or what a turn costs, in counts and by function, or how much code a request runs:
  ${Object.keys(apart).join(', ')}

  --layout ${Object.keys(layouts).join('|')}   the service in one process, in two (default: one, then two), or with four APIs
  --scale N          do N times as much of everything, such as 0.05 to see whether it works (1)
  --markdown         print tables for docs/measurements.md`;

const { values, positionals } = parseArgs({
  options: {
    layout: { type: 'string' },
    scale: { type: 'string', default: '1' },
    markdown: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const all = { ...usual, ...byName };
const known = { ...all, ...apart };
const names = positionals.length > 0 ? positionals : Object.keys(usual);
const wanted = (Object.keys(layouts) as Layout[]).filter((name) =>
  values.layout === undefined ? usualLayouts.includes(name) : values.layout === name,
);
const isKnown =
  names.every((name) => Object.hasOwn(known, name)) && wanted.length > 0 && Number(values.scale) > 0;
if (values.help || !isKnown) {
  console.log(help);
  process.exit(values.help ? 0 : 2);
}

for (const name of names) await apart[name]?.();

/** The usual ones share a stack. Each of the others has its own, because they fill the store and show memory. */
const groups = [
  names.filter((name) => Object.hasOwn(usual, name)),
  ...names.filter((name) => Object.hasOwn(byName, name)).map((name) => [name]),
].filter(({ length }) => length > 0);
const tables = new Map<string, Table>();
try {
  for (const layout of wanted) {
    for (const group of groups) await measureGroup(layout, group);
  }
} finally {
  // Also what was measured before something failed.
  if (values.markdown) for (const table of tables.values()) print(table, true);
}

async function measureGroup(layout: Layout, group: string[]): Promise<void> {
  await using ends = new AsyncDisposableStack();
  const bench = await startBench(ends, { layout, scale: Number(values.scale) });
  if (tables.size === 0) {
    const machine = await describeMachine(bench);
    tables.set(machine.title, machine);
    if (!values.markdown) print(machine, false);
  }
  for (const name of group) {
    for await (const table of all[name]?.(bench) ?? []) {
      // Shown at once, because the next one may take long.
      if (values.markdown) console.error(`${layout}: ${table.title}`);
      else print(table, false);
      const before = tables.get(table.title)?.rows ?? [];
      tables.set(table.title, { ...table, rows: [...before, ...table.rows] });
    }
  }
}
