import type { Evidence } from '../evidence/evidence.ts';
import { tracedCalls } from '../evidence/calls.ts';
import { endingOf, isPauseEvent } from '../evidence/run-events.ts';
import { waitsOf } from '../checks/waits.ts';
import type { Rest } from '../settle/settle.ts';

/** The figures of a run of chaos, as lines of name and value. */
export function figuresOf(
  evidence: Evidence,
  { seed, plays, rest }: { seed: number; plays: ReadonlyMap<string, number>; rest: Rest },
): [name: string, value: string][] {
  const { journal, runs, extractionEvents, faults, host, deliveries, followed } = evidence;
  const accepted = [...journal.messages].filter(({ fate }) => fate.is === 'accepted').length;
  const straight = runs.filter(({ events }) => !events.some(isPauseEvent)).flatMap(openMs);
  const longest = waitsOf(evidence).reduce((most, { waitMs }) => Math.max(most, waitMs), 0);
  return [
    ['seed', String(seed)],
    ['faults', counted(faults.map(({ part, kind }) => `${kind} ${part.replace(/-\d$/, '')}`))],
    ['scenarios', listed(plays)],
    ['requests', listed(journal.requests)],
    ['messages accepted', `${accepted} of ${journal.messages.length}`],
    ['runs', `${runs.length} (${counted(runs.map((run) => endingOf(run) ?? run.run.state))})`],
    [
      'calls',
      `${runs.flatMap(tracedCalls).length}, of which ${new Set(host.map(({ key }) => key)).size} reached the host, in ${host.length} requests`,
    ],
    [
      'events',
      `${runs.flatMap(({ events }) => events).length + extractionEvents.length}; ${deliveries.length} webhook deliveries, ${followed.length} followers with ${followed.reduce((sum, { connections }) => sum + connections, 0)} connections`,
    ],
    [
      'voice',
      `${journal.spoken.filter(({ fate }) => fate.is === 'accepted').length} texts heard, of which ${journal.spoken.filter(({ cache }) => cache === 'miss').length} were made; ${evidence.voice.seconds} s transcribed`,
    ],
    ['messages through MCP', String(journal.mcpMessages.length)],
    ['erasures', String(evidence.erasures.length)],
    [
      'accepted to closed, without pauses',
      `p50 ${seconds(quantile(straight, 0.5))}, p99 ${seconds(quantile(straight, 0.99))}, longest ${seconds(quantile(straight, 1))}`,
    ],
    ['slowest run', slowestOf(runs)],
    ['longest wait with everything in order', seconds(longest)],
    ['last fault to quiet', `runs ${seconds(rest.runsMs)}, all ${seconds(rest.allMs)}`],
  ];
}

/** The run that took longest without a pause, with the times of its events. */
function slowestOf(runs: Evidence['runs']): string {
  const straight = runs.filter(({ events }) => !events.some(isPauseEvent));
  const slowest = straight.toSorted((one, other) => (openMs(other)[0] ?? 0) - (openMs(one)[0] ?? 0))[0];
  if (slowest === undefined) return 'none';
  const from = Date.parse(slowest.run.opened_at);
  const moments = slowest.events.map(
    ({ type, created_at }) => `${type} +${((Date.parse(created_at) - from) / 1000).toFixed(1)}`,
  );
  return `${slowest.run.id}, opened ${slowest.run.opened_at}: ${moments.join(', ')}`;
}

function openMs({ run }: Evidence['runs'][number]): number[] {
  return run.closed_at === undefined ? [] : [Date.parse(run.closed_at) - Date.parse(run.opened_at)];
}

/** The quantile of values: the value below which that share of them lies; undefined without values. */
function quantile(values: number[], share: number): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

function seconds(ms: number | undefined): string {
  return ms === undefined ? 'not in time' : `${(ms / 1000).toFixed(2)} s`;
}

/** `3 kill api, 1 freeze mongodb`. */
function counted(words: string[]): string {
  return listed(new Map([...Map.groupBy(words, (word) => word)].map(([word, { length }]) => [word, length])));
}

function listed(counts: ReadonlyMap<string, number>): string {
  const entries = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return entries.length === 0 ? 'none' : entries.map(([name, count]) => `${count} ${name}`).join(', ');
}
