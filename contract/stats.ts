import { z } from 'zod';
import { Credits } from './credits.ts';
import { AgentId, Uuid } from './ids.ts';
import { CloseReasonName, RunErrorCodeName, RunStateName } from './run-names.ts';
import { Timestamp, toMoment } from './timestamp.ts';
import { periodFields, startsBeforeItEnds } from './usage.ts';

/** The lengths of the parts into which a period is divided, in UTC. */
export const intervals = ['hour', 'day'] as const;
export type Interval = (typeof intervals)[number];
export const IntervalName = z.enum(intervals).meta({ id: 'Interval' });

const hourMs = 60 * 60 * 1000;
export const intervalMs: Record<Interval, number> = { hour: hourMs, day: 24 * hourMs };
/** How many parts a period has at most (stats.bounded). A chart shows no more. */
const mostBuckets = 200;
const longestDays = 92;
const defaultDays: Record<Interval, number> = { hour: 7, day: 30 };

/** A requested period, divided into parts. */
export const DividedPeriod = z
  .strictObject({
    ...periodFields({
      from: `Start of the period, included. Default: ${defaultDays.day} days before \`to\`, and ${defaultDays.hour} by the hour.`,
    }),
    interval: IntervalName.default('day').meta({
      description: `The length of the parts, in UTC. At most ${longestDays} days and ${mostBuckets} parts.`,
    }),
  })
  .refine(startsBeforeItEnds.holds, startsBeforeItEnds.fault);

/** A period with both ends, and the starts of its parts. The first and the last one may be cut by the ends. */
export interface WholePeriod {
  from: Date;
  to: Date;
  interval: Interval;
  starts: Date[];
}

/** Both ends of a requested period and its parts; undefined if it is too long, or has too many parts. */
export function dividedPeriod({
  from,
  to: end,
  interval,
}: {
  from?: Date | undefined;
  to?: Date | undefined;
  interval: Interval;
}): WholePeriod | undefined {
  const now = new Date();
  const to = end ?? (from !== undefined && from > now ? from : now);
  const step = intervalMs[interval];
  const start = from ?? toMoment(to.getTime() - defaultDays[interval] * intervalMs.day);
  const first = Math.floor(start.getTime() / step) * step;
  const count = Math.ceil((to.getTime() - first) / step);
  if (count > mostBuckets || to.getTime() - start.getTime() > longestDays * intervalMs.day) return undefined;
  const starts = Array.from({ length: Math.max(count, 0) }, (_, index) => new Date(first + index * step));
  return { from: start, to, interval, starts };
}

/** Why a period is refused. */
export const periodTooLong = `must be at most ${longestDays} days and ${mostBuckets} parts before \`to\``;

const Latency = z
  .object({ count: z.int(), p50_ms: z.int(), p95_ms: z.int() })
  .meta({ id: 'Latency', description: 'Percentiles are estimated to within ten percent.' });

const runFigures = {
  runs: z
    .array(
      z
        .object({
          state: RunStateName,
          reason: CloseReasonName.optional(),
          error_code: RunErrorCodeName.optional(),
          count: z.int(),
        })
        .meta({ id: 'RunCount' }),
    )
    .meta({ description: 'Counts by their current state, with the reason of a close or failure.' }),
  to_end: Latency.optional().meta({ description: 'How long runs took that have ended, pauses included.' }),
  to_first_pause: Latency.optional().meta({
    description: 'How long runs took until they first waited for a person.',
  }),
  input_tokens: z.int(),
  output_tokens: z.int(),
  cost_credits: Credits,
};

/**
 * Statistics of runs in a period (stats.runs). A run counts in the part in which it was opened, a token in that of its
 * turn.
 */
export const RunStats = z
  .object({
    from: Timestamp,
    to: Timestamp,
    interval: IntervalName,
    total: z.object(runFigures).meta({ id: 'RunFigures' }),
    buckets: z.array(z.object({ start: Timestamp, ...runFigures }).meta({ id: 'RunBucket' })),
  })
  .meta({ id: 'RunStats' });
export type RunStats = z.infer<typeof RunStats>;
export type RunFigures = RunStats['total'];

/** Query of `GET /v1/loom/stats`. */
export const RunStatsQuery = DividedPeriod.safeExtend({ agent_id: AgentId.optional() });

const attemptFigures = { delivered: z.int(), failed: z.int() };

/** How attempts to deliver events fared in a period (stats.webhooks). */
export const WebhookStats = z
  .object({
    from: Timestamp,
    to: Timestamp,
    interval: IntervalName,
    endpoints: z
      .array(
        z
          .object({
            endpoint_id: Uuid,
            ...attemptFigures,
            buckets: z.array(z.object({ start: Timestamp, ...attemptFigures }).meta({ id: 'WebhookBucket' })),
          })
          .meta({ id: 'WebhookEndpointStats' }),
      )
      .meta({ description: 'Every endpoint of the workspace. An event that is tried again counts again.' }),
  })
  .meta({ id: 'WebhookStats' });
export type WebhookStats = z.infer<typeof WebhookStats>;
