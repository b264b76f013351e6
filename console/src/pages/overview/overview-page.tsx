import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Field, Select } from '../../ui/field.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { ReadNotice, readStateOf } from '../../ui/stale-notice.tsx';
import { creditsFigure, runFigures } from './headline-figures.ts';
import { Headline } from './headline.tsx';
import { type Range, ranges } from './range.ts';
import { RunCharts } from './run-charts.tsx';
import { ServiceCharts } from './service-charts.tsx';
import { prefetchOverview, useOverview } from './use-overview.ts';

const firstRange = 'week';

/** Begins to read what the page shows, while it is put together. */
export function loadOverview(queryClient: QueryClient): void {
  prefetchOverview(queryClient, firstRange);
}

export function OverviewPage() {
  const [range, setRange] = useState<Range>(firstRange);
  const { runs, webhooks, identify, credits, endpoints } = useOverview(range);
  return (
    <Page>
      <PageHeader
        title="Overview"
        description="Runs of agents, their duration and their cost. Days are in UTC."
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
      <Headline figures={[...runFigures(runs), creditsFigure(credits)]} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <RunCharts runs={runs} />
        <ServiceCharts identify={identify} webhooks={webhooks} endpoints={endpoints} />
      </div>
    </Page>
  );
}
