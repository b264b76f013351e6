import { setTimeout as sleep } from 'node:timers/promises';
import protocol from '@temporalio/proto';
import { runWorkflowId } from '#contract/temporal/names.ts';
import { cpuPerWork } from '../cpu.ts';
import { load } from '../load.ts';
import type { CommandCounts } from './command-counter.ts';
import { type Counted, startCounted } from './start-counted.ts';
import { readTemporalCounts, temporalCountsBetween } from './temporal-metrics.ts';
import { type CountedTurn, prepareTurns, type TurnKind, turnKinds } from './turn-kinds.ts';

/** The cost of one turn, by row of the table: `Temporal: events` → `WorkflowTaskScheduled` → 3. */
export type TurnCost = Map<string, Map<string, number>>;

/** One, so that no two turns share a round trip. */
const clients = 1;
const turns = 300;
/** Work of Temporal and MongoDB after a turn is done after this time. */
const afterTurnsMs = 3000;

/** Counts what each kind of turn costs. */
export async function measureCosts(): Promise<Record<TurnKind, TurnCost>> {
  await using ends = new AsyncDisposableStack();
  const counted = await startCounted(ends);
  const prepared = await prepareTurns(counted.client, clients, ends);
  const costs: Partial<Record<TurnKind, TurnCost>> = {};
  for (const kind of turnKinds) costs[kind] = await measureCost(counted, prepared[kind]);
  return costs as Record<TurnKind, TurnCost>;
}

async function measureCost(counted: Counted, { prepare, take }: CountedTurn): Promise<TurnCost> {
  await prepare(turns / 3 + turns);
  await load(clients, turns / 3, async (client) => void (await take(client)));
  await sleep(afterTurnsMs);
  const before = await readTemporalCounts(counted.temporalMetricsPort);
  for (const counter of Object.values(counted.mongodb)) counter.take();
  let last = '';
  const cpu = await cpuPerWork(counted.pids, turns, async () => {
    await load(clients, turns, async (client) => void (last = await take(client)));
    await sleep(afterTurnsMs);
  });
  const after = await readTemporalCounts(counted.temporalMetricsPort);
  const temporal = temporalCountsBetween(before, after);
  const cost: TurnCost = new Map();
  cost.set('CPU, ms', withSum(new Map(Object.entries(cpu))));
  cost.set('Temporal: history events', withSum(await historyOf(counted, last)));
  cost.set('Temporal: tasks', withSum(perTurn(temporal.task)));
  cost.set('Temporal: requests of clients', withSum(perTurn(temporal.request)));
  cost.set('Temporal: requests to its database', withSum(perTurn(temporal.persistence)));
  for (const [part, counter] of Object.entries(counted.mongodb)) {
    const commands = counter.take();
    const rows = (of: 'count' | 'sent' | 'received') => withSum(perTurn(figures(commands, of)));
    cost.set(`MongoDB: commands of the ${part}`, rows('count'));
    cost.set(`MongoDB: bytes that the ${part} sent`, rows('sent'));
    cost.set(`MongoDB: bytes that the ${part} received`, rows('received'));
  }
  return cost;
}

/** The events in the history of a run's workflow, by type. */
async function historyOf({ temporal }: Counted, run: string): Promise<Map<string, number>> {
  const { events } = await temporal.workflow.getHandle(runWorkflowId(run)).fetchHistory();
  const counts = new Map<string, number>();
  for (const { eventType } of events ?? []) {
    const name = protocol.temporal.api.enums.v1.EventType[eventType ?? 0] ?? '';
    const short = name.replace(/^EVENT_TYPE_/, '');
    counts.set(short, (counts.get(short) ?? 0) + 1);
  }
  return counts;
}

function figures(commands: CommandCounts, of: 'count' | 'sent' | 'received'): Map<string, number> {
  return new Map([...commands].map(([name, counts]) => [name, counts[of]]));
}

/** Work that is rarer than every twentieth turn belongs to no turn. */
function perTurn(counts: Map<string, number>): Map<string, number> {
  return new Map(
    [...counts].map(([name, count]) => [name, count / turns] as const).filter(([, count]) => count >= 0.05),
  );
}

function withSum(counts: Map<string, number>): Map<string, number> {
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  const sum = sorted.reduce((total, [, count]) => total + count, 0);
  return new Map([['all', sum], ...sorted]);
}
