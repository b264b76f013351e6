import { Activity, Coins, Landmark, Timer, Webhook } from 'lucide-react';
import { useState } from 'react';
import { creditsText } from '../../text/credits.ts';
import { duration } from '../../time/format.ts';
import { Field, Select } from '../../ui/field.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ReadNotice, readStateOf } from '../../ui/stale-notice.tsx';
import { ChartCard } from './chart-card.tsx';
import { EndpointHealth } from './endpoint-health.tsx';
import { cost, deliveries, latency, lookups, runCount, runsByState } from './figures.ts';
import { type Range, ranges } from './range.ts';
import { useOverview } from './use-overview.ts';
import { locale } from '../../text/locale.ts';

/** One figure that stands for itself. */
interface HeadlineFigure {
  name: string;
  /** Absent while it is being loaded; null if it cannot be read. */
  value: string | null | undefined;
  about: string | undefined;
}

/** What happens in the workspace, in figures and charts. */
export function OverviewPage() {
  const [range, setRange] = useState<Range>('week');
  const { runs, webhooks, identify, credits, endpoints } = useOverview(range);
  return (
    <Page>
      <PageHeader
        title="Overview"
        description="What agents do, how long it takes and what it costs. Days are in UTC."
        actions={
          <Field label="Period" labelHidden>
            {(control) => (
              <Select
                {...control}
                className="w-44"
                value={range}
                onChange={({ target }) => setRange(target.value as Range)}
              >
                {Object.entries(ranges).map(([name, { title }]) => (
                  <option key={name} value={name}>
                    Last {title}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        }
      />
      <ReadNotice list={readStateOf(credits)} className="mb-6" />
      <HeadlineFigures figures={[...runFigures(runs), creditsFigure(credits)]} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
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
          empty={{ icon: Coins, title: 'Nothing was charged', text: 'What runs cost is shown here.' }}
        />
        <ChartCard
          title="Identify"
          description="Lookups by rail and result"
          query={identify}
          figuresOf={lookups}
          kind="rows"
          empty={{ icon: Landmark, title: 'No lookups', text: 'What was looked up is counted here.' }}
        />
        <ChartCard
          title="Webhooks"
          description="Attempts to deliver an event"
          query={webhooks}
          figuresOf={deliveries}
          kind="bars"
          empty={{
            icon: Webhook,
            title: 'No deliveries',
            text: 'Attempts to deliver to your endpoints are counted here.',
          }}
        >
          {webhooks.data !== undefined && (
            <EndpointHealth stats={webhooks.data} endpoints={endpoints.data ?? []} />
          )}
        </ChartCard>
      </div>
    </Page>
  );
}

type Overview = ReturnType<typeof useOverview>;

/** What cannot be read has an error beside it, and no value here. */
const valueOf = <Data,>(
  { data, isError }: { data: Data | undefined; isError: boolean },
  text: (data: Data) => string,
): string | null | undefined => (data === undefined ? (isError ? null : undefined) : text(data));

function runFigures(runs: Overview['runs']): HeadlineFigure[] {
  const { data } = runs;
  return [
    {
      name: 'Runs',
      value: valueOf(runs, ({ total }) => runCount(total).toLocaleString(locale)),
      about: data && `${runCount(data.total, 'failed').toLocaleString(locale)} failed`,
    },
    {
      name: 'Median time',
      value: valueOf(runs, ({ total }) => (total.to_end === undefined ? '–' : duration(total.to_end.p50_ms))),
      about: data?.total.to_end && `95% within ${duration(data.total.to_end.p95_ms)}`,
    },
    {
      name: 'Cost',
      value: valueOf(runs, ({ total }) => creditsText(total.cost_credits)),
      about: data && `${(data.total.input_tokens + data.total.output_tokens).toLocaleString(locale)} tokens`,
    },
  ];
}

function creditsFigure(credits: Overview['credits']): HeadlineFigure {
  return {
    name: 'Credits left',
    value: valueOf(credits, ({ balance }) => creditsText(balance)),
    about: credits.data && `${creditsText(credits.data.held)} held for open runs`,
  };
}

/** The figures to see first. */
function HeadlineFigures({ figures }: { figures: HeadlineFigure[] }) {
  return (
    <Card className="mb-6 overflow-hidden">
      <dl className="grid grid-cols-2 gap-px bg-line lg:grid-cols-4">
        {figures.map(({ name, value, about }) => (
          <div key={name} className="bg-surface px-5 py-4">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="mt-1 text-lg font-semibold tracking-tight break-words tabular-nums sm:text-xl">
              {value === undefined ? <Skeleton className="h-7 w-20" /> : (value ?? 'Unknown')}
            </dd>
            {about !== undefined && <dd className="mt-0.5 text-note text-muted">{about}</dd>}
          </div>
        ))}
      </dl>
    </Card>
  );
}
