import { z } from 'zod';
import { costDimensions } from './cost-dimensions.ts';
import { Credits } from './credits.ts';
import { DividedPeriod, IntervalName } from './stats.ts';
import { Timestamp } from './timestamp.ts';

const CostDimensionName = z.enum(costDimensions).meta({
  id: 'CostDimension',
  description:
    'Runs by the key of their `agent` or by their `subject`, with their full cost, in the part in which they were opened. Or turns by their `model`, in the part in which it answered; the price of calls is then left out.',
});

/** Maximum number of groups; the rest is one group (costs.bounded). */
export const mostCostGroups = 20;

/** Query of `GET /v1/loom/stats/costs`. */
export const CostsQuery = DividedPeriod.safeExtend({ by: CostDimensionName.default('agent') });

const figures = {
  cost_credits: Credits,
  count: z.int().meta({ description: 'Number of runs or, by model, of turns.' }),
};
const buckets = z
  .array(z.object({ start: Timestamp, ...figures }).meta({ id: 'CostBucket' }))
  .meta({ description: 'One for each part of the period.' });

/** The costs of runs in a period (costs.by). */
export const Costs = z
  .object({
    from: Timestamp,
    to: Timestamp,
    interval: IntervalName,
    by: CostDimensionName,
    ...figures,
    buckets,
    groups: z
      .array(
        z
          .object({
            key: z.string().meta({
              description:
                'The key of the agent, the `subject_ref`, or the model as `provider:model`: its class, if that is not known.',
            }),
            ...figures,
            buckets,
          })
          .meta({ id: 'CostGroup' }),
      )
      .meta({ description: `The ${mostCostGroups} most expensive, most expensive first.` }),
    other_groups: z.int().meta({ description: 'The number of further groups. The totals include them.' }),
  })
  .meta({ id: 'Costs' });
export type Costs = z.infer<typeof Costs>;
