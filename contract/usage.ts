import { z } from 'zod';
import { IdentifyResult } from './identify.ts';
import { AgentId } from './ids.ts';
import { ModelClass } from './model-class.ts';
import { Rail } from './rail.ts';
import { Timestamp, toMoment } from './timestamp.ts';

/** The default number of days for which usage is counted. */
const defaultDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

/** A moment that a query names. */
export const Moment = z.iso
  .datetime({ offset: true, error: 'must be a moment as in RFC 3339: 2026-11-21T02:48:00Z' })
  .transform((text) => toMoment(Date.parse(text)));

/** Query parameters for a period, which includes its start and excludes its end. */
export function periodFields({
  from,
  to = 'End of the period, excluded. Default: now.',
}: {
  from: string;
  to?: string;
}) {
  return {
    from: Moment.optional().meta({ description: from, override: { type: 'string', format: 'date-time' } }),
    to: Moment.optional().meta({
      description: to,
      override: { type: 'string', format: 'date-time' },
    }),
  };
}

/** The rule for the ends of a period, for `refine`. */
export const startsBeforeItEnds = {
  holds: ({ from, to }: { from?: Date | undefined; to?: Date | undefined }) =>
    from === undefined || to === undefined || from <= to,
  fault: { path: ['from'], error: 'must not be after `to`' },
};

/** A requested period. Default: the last 30 days. */
export const Period = z
  .strictObject(
    periodFields({ from: `Start of the period, included. Default: ${defaultDays} days before \`to\`.` }),
  )
  .refine(startsBeforeItEnds.holds, startsBeforeItEnds.fault);

/** Both ends of a requested period. */
export function wholePeriod({ from, to }: z.infer<typeof Period>): { from: Date; to: Date } {
  const now = new Date();
  const end = to ?? (from !== undefined && from > now ? from : now);
  return { from: from ?? toMoment(end.getTime() - defaultDays * dayMs), to: end };
}

const LookupCount = z
  .object({ rail: Rail, result: IdentifyResult.shape.result, count: z.int() })
  .meta({ id: 'LookupCount' });

/** Lookups of a period, including those of agents (identify.stats). Replayed requests are not included. */
export const IdentifyStats = z
  .object({
    from: Timestamp,
    to: Timestamp,
    total: z.int(),
    counts: z
      .array(LookupCount)
      .meta({ description: 'Counts by rail and result. Combinations that did not occur are left out.' }),
  })
  .meta({ id: 'IdentifyStats' });
export type IdentifyStats = z.infer<typeof IdentifyStats>;

/** The usage of a workspace in a period (usage.loom, usage.excludes-replays). Replayed requests are not included. */
export const Usage = z
  .object({
    from: Timestamp,
    to: Timestamp,
    agents: z
      .array(
        z
          .object({
            agent_id: AgentId,
            agent_key: z.string(),
            name: z.string(),
            runs: z.int(),
            input_tokens: z.int(),
            cached_input_tokens: z.int().meta({ description: 'The input tokens that were cached.' }),
            output_tokens: z.int(),
          })
          .meta({ id: 'AgentUsage' }),
      )
      .meta({ description: 'Runs opened and tokens of turns taken in the period, by published version.' }),
    identify: z.array(LookupCount).meta({ description: 'Lookups by rail and result.' }),
    extract: z
      .array(
        z
          .object({
            model_class: ModelClass,
            count: z.int(),
            input_tokens: z.int(),
            output_tokens: z.int(),
          })
          .meta({ id: 'ExtractUsage' }),
      )
      .meta({ description: 'Extractions by model class, including failed ones and those of agents.' }),
    voice: z.object({ characters: z.int(), seconds: z.number() }).meta({ id: 'VoiceUsage' }),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof Usage>;
