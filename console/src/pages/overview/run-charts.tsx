import { Activity, Coins, Timer } from 'lucide-react';
import { ChartCard } from './chart-card.tsx';
import { cost } from './cost-figures.ts';
import { latency, runsByState } from './figures.ts';
import type { useOverview } from './use-overview.ts';

/** Runs by state, how long they took and what they cost. */
export function RunCharts({ runs }: Pick<ReturnType<typeof useOverview>, 'runs'>) {
  return (
    <>
      <ChartCard
        title="Runs by state"
        description="The state now, by the day or hour in which they were opened"
        query={runs}
        figuresOf={runsByState}
        kind="bars"
        className="lg:col-span-2"
        empty={{ icon: Activity, title: 'No runs', text: 'A message to an agent starts a run.' }}
      />
      <ChartCard
        title="Latency"
        description="From the start of a run to its end, with pauses"
        query={runs}
        figuresOf={latency}
        kind="lines"
        empty={{
          icon: Timer,
          title: 'No run has ended',
          text: 'The time from start to end is shown here.',
        }}
      />
      <ChartCard
        title="Cost"
        description="Credits that runs used"
        query={runs}
        figuresOf={cost}
        kind="bars"
        empty={{ icon: Coins, title: 'Nothing was charged', text: 'The cost of runs is shown here.' }}
      />
    </>
  );
}
