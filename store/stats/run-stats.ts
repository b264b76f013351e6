import { type Microcredits, toCredits } from '#contract/credits.ts';
import type { CloseReason, RunErrorCode, RunState } from '#contract/run-state.ts';
import type { RunFigures, RunStats, WholePeriod } from '#contract/stats.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { Database } from '../mongo/database.ts';
import { classExpression, count, type Histogram, percentile } from './latency-classes.ts';

/** The owner of the counted runs. */
export interface RunStatsScope {
  workspace_id: string;
  agent_id?: string;
}

/** Runs that were opened in the same part of a period and are alike. */
interface RunGroup {
  _id: {
    start: Date;
    state: RunState;
    reason?: CloseReason | null;
    code?: RunErrorCode | null;
    /** Classes of durations. */
    end: number | null;
    pause: number | null;
  };
  runs: number;
  cost: Microcredits;
}

interface TurnGroup {
  _id: Date;
  input_tokens: number;
  output_tokens: number;
}

/** The figures of a part of the period, while they are added up. */
interface Sums {
  runs: Map<string, RunFigures['runs'][number]>;
  end: Histogram;
  pause: Histogram;
  input_tokens: number;
  output_tokens: number;
  cost: Microcredits;
}

/** Counts the runs that were opened in a period, and the tokens of the turns taken in it, by its parts. */
export async function readRunStats(
  db: Database,
  { workspace_id, agent_id }: RunStatsScope,
  period: WholePeriod,
): Promise<RunStats> {
  const { from, to, interval, starts } = period;
  const within = { $gte: from, $lt: to };
  const ofAgent = (field: string) => (agent_id === undefined ? {} : { [field]: agent_id });
  const startOf = (date: string) => ({ $dateTrunc: { date, unit: interval } });
  const [runs, turns] = await Promise.all([
    db.runs
      .aggregate<RunGroup>([
        { $match: { workspace_id, opened_at: within, ...ofAgent('agent.id') } },
        {
          $group: {
            _id: {
              start: startOf('$opened_at'),
              state: '$state',
              reason: '$reason',
              code: '$error.code',
              end: latencyClass('$closed_at'),
              pause: latencyClass('$first_paused_at'),
            },
            runs: { $sum: 1 },
            cost: { $sum: '$cost' },
          },
        },
      ])
      .toArray(),
    db.turns
      .aggregate<TurnGroup>([
        { $match: { workspace_id, created_at: within, ...ofAgent('agent_id') } },
        {
          $group: {
            _id: startOf('$created_at'),
            input_tokens: { $sum: '$input_tokens' },
            output_tokens: { $sum: '$output_tokens' },
          },
        },
      ])
      .toArray(),
  ]);
  const total = noSums();
  const parts = new Map(starts.map((start) => [start.getTime(), noSums()]));
  for (const group of runs) {
    for (const sums of [total, parts.get(group._id.start.getTime())]) addRuns(sums, group);
  }
  for (const group of turns) {
    for (const sums of [total, parts.get(group._id.getTime())]) addTurns(sums, group);
  }
  return {
    from: toTimestamp(from),
    to: toTimestamp(to),
    interval,
    total: figuresOf(total),
    buckets: [...parts].map(([start, sums]) => ({
      start: toTimestamp(new Date(start)),
      ...figuresOf(sums),
    })),
  };
}

/** The class of the time from the opening of a run to another moment, or null if that has not come. */
function latencyClass(moment: string): unknown {
  const durationMs = { $subtract: [{ $toLong: moment }, { $toLong: '$opened_at' }] };
  return { $cond: [{ $gt: [moment, null] }, classExpression(durationMs), null] };
}

function noSums(): Sums {
  return { runs: new Map(), end: new Map(), pause: new Map(), input_tokens: 0, output_tokens: 0, cost: 0 };
}

function addRuns(sums: Sums | undefined, { _id, runs, cost }: RunGroup): void {
  if (sums === undefined) return;
  const { state, reason, code, end, pause } = _id;
  const key = [state, reason, code].join(' ');
  const alike = sums.runs.get(key);
  if (alike === undefined) {
    sums.runs.set(key, {
      state,
      ...(reason && { reason }),
      ...(code && { error_code: code }),
      count: runs,
    });
  } else alike.count += runs;
  if (end !== null) count(sums.end, end, runs);
  if (pause !== null) count(sums.pause, pause, runs);
  sums.cost += cost;
}

function addTurns(sums: Sums | undefined, { input_tokens, output_tokens }: TurnGroup): void {
  if (sums === undefined) return;
  sums.input_tokens += input_tokens;
  sums.output_tokens += output_tokens;
}

function figuresOf({ runs, end, pause, input_tokens, output_tokens, cost }: Sums): RunFigures {
  return {
    runs: [...runs].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group),
    ...(end.size === 0 ? {} : { to_end: latencyOf(end) }),
    ...(pause.size === 0 ? {} : { to_first_pause: latencyOf(pause) }),
    input_tokens,
    output_tokens,
    cost_credits: toCredits(cost),
  };
}

function latencyOf(histogram: Histogram): NonNullable<RunFigures['to_end']> {
  const size = [...histogram.values()].reduce((sum, each) => sum + each, 0);
  return { count: size, p50_ms: percentile(histogram, 0.5), p95_ms: percentile(histogram, 0.95) };
}
