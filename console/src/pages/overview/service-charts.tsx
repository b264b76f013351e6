import { Landmark, Webhook } from 'lucide-react';
import { ChartCard } from './chart-card.tsx';
import { EndpointHealth } from './endpoint-health.tsx';
import { deliveries, lookups } from './service-figures.ts';
import type { useOverview } from './use-overview.ts';

/** Charts of lookups and deliveries. */
export function ServiceCharts({
  identify,
  webhooks,
  endpoints,
}: Pick<ReturnType<typeof useOverview>, 'identify' | 'webhooks' | 'endpoints'>) {
  return (
    <>
      <ChartCard
        title="Identify"
        description="Lookups by rail and result"
        query={identify}
        figuresOf={lookups}
        kind="rows"
        empty={{ icon: Landmark, title: 'No lookups', text: 'Lookups are counted here.' }}
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
    </>
  );
}
