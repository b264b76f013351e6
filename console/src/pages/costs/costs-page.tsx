import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Coins } from 'lucide-react';
import { costDimensions } from '#contract/cost-dimensions.ts';
import { Field, Select } from '../../ui/field.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { ChartCard } from '../overview/chart-card.tsx';
import { cost } from '../overview/cost-figures.ts';
import { CostTables } from './cost-tables.tsx';
import { costPeriods, type CostSearch, defaultCostSearch } from './cost-search.ts';
import { costsQuery } from './costs-query.ts';
import { dimensionTexts } from './dimension-texts.ts';

/** Begins to read what the page shows, while it is put together. */
export function loadCosts(queryClient: QueryClient, search: Partial<CostSearch>): void {
  void queryClient.prefetchQuery(costsQuery({ ...defaultCostSearch, ...search }));
}

export function CostsPage() {
  const navigate = useNavigate();
  const { by, days } = { ...defaultCostSearch, ...useSearch({ from: '/signed-in/costs' }) };
  const costs = useQuery(costsQuery({ by, days }));
  const show = (change: Partial<CostSearch>): void =>
    void navigate({ to: '/costs', search: { by, days, ...change }, replace: true });
  return (
    <Page>
      <PageHeader
        title="Costs"
        description="The cost of runs, in credits. Each row links to its runs, most expensive first. Days are in UTC."
        actions={
          <>
            <Field label="By" labelHidden>
              {(control) => (
                <Select
                  {...control}
                  className="w-36"
                  value={by}
                  onChange={({ target }) => show({ by: target.value as CostSearch['by'] })}
                >
                  {costDimensions.map((name) => (
                    <option key={name} value={name}>
                      By {dimensionTexts[name].title.toLowerCase()}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label="Period" labelHidden>
              {(control) => (
                <Select
                  {...control}
                  className="w-40"
                  value={days}
                  onChange={({ target }) => show({ days: Number(target.value) as CostSearch['days'] })}
                >
                  {Object.entries(costPeriods).map(([value, text]) => (
                    <option key={value} value={value}>
                      Last {text}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </>
        }
      />
      <ChartCard
        title="Cost by day"
        description={dimensionTexts[by].about}
        query={costs}
        figuresOf={cost}
        kind="bars"
        empty={{ icon: Coins, title: 'Nothing was charged', text: 'The cost of runs is shown here.' }}
      />
      {costs.data !== undefined && <CostTables costs={costs.data} />}
    </Page>
  );
}
