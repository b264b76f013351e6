/** Temporal's counters since its start, by kind and name: `{request: {StartWorkflowExecution: 3}}`. */
export type TemporalCounts = Record<TemporalCountKind, Map<string, number>>;
export type TemporalCountKind = (typeof kinds)[number];

const kinds = ['request', 'task', 'persistence'] as const;

/** The server's own counters that say so. */
const counters: Record<string, TemporalCountKind> = {
  service_requests: 'request',
  task_requests: 'task',
  persistence_requests: 'persistence',
};

/** Reads the counters of a Temporal dev server: requests of its clients, its tasks, and those to its database. */
export async function readTemporalCounts(port: number): Promise<TemporalCounts> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  const counts: TemporalCounts = { request: new Map(), task: new Map(), persistence: new Map() };
  for (const line of (await response.text()).split('\n')) {
    const [, metric = '', labels = '', value = ''] = /^(\w+)\{(.*)\} (\S+)$/.exec(line) ?? [];
    const kind = counters[metric];
    const operation = /\boperation="([^"]*)"/.exec(labels)?.[1];
    // The server's parts also call each other.
    const isOfClient = kind !== 'request' || labels.includes('service_name="frontend"');
    if (kind === undefined || operation === undefined || !isOfClient) continue;
    counts[kind].set(operation, (counts[kind].get(operation) ?? 0) + Number(value));
  }
  return counts;
}

/** The difference between two readings. */
export function temporalCountsBetween(before: TemporalCounts, after: TemporalCounts): TemporalCounts {
  const between = (kind: TemporalCountKind) =>
    new Map([...after[kind]].map(([name, count]) => [name, count - (before[kind].get(name) ?? 0)]));
  return { request: between('request'), task: between('task'), persistence: between('persistence') };
}
