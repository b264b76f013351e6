import { Link } from '@tanstack/react-router';
import type { WebhookEndpoint, WebhookStats } from '../../api/schema.ts';
import { Badge } from '../../ui/badge.tsx';
import { locale } from '../../text/locale.ts';

/** How each endpoint did in the period, the one with the most failures first. Those that were sent nothing come last. */
export function EndpointHealth({ stats, endpoints }: { stats: WebhookStats; endpoints: WebhookEndpoint[] }) {
  const urls = new Map(endpoints.map(({ id, url }) => [id, url]));
  const busy = new Set(stats.endpoints.map(({ endpoint_id }) => endpoint_id));
  const idle = endpoints.filter(({ id }) => !busy.has(id));
  return (
    <ul aria-label="Endpoints" className="mt-4 -mb-2 divide-y divide-line border-t">
      {stats.endpoints
        .toSorted((a, b) => b.failed - a.failed)
        .map(({ endpoint_id, delivered, failed }) => (
          <li key={endpoint_id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-note">
            <Link
              to="/webhooks"
              search={{ endpoint: endpoint_id }}
              title={urls.get(endpoint_id) ?? endpoint_id}
              className="min-w-0 flex-1 basis-full truncate font-mono text-xs hover:underline sm:basis-0"
            >
              {urls.get(endpoint_id) ?? endpoint_id}
            </Link>
            <span className="text-muted tabular-nums">{delivered.toLocaleString(locale)} delivered</span>
            <Badge tone={failed > 0 ? 'bad' : 'good'}>{failed.toLocaleString(locale)} failed</Badge>
          </li>
        ))}
      {idle.map(({ id, url }) => (
        <li key={id} className="flex items-center gap-3 py-2 text-note">
          <Link
            to="/webhooks"
            search={{ endpoint: id }}
            className="min-w-0 flex-1 truncate font-mono text-xs hover:underline"
          >
            {url}
          </Link>
          <span className="text-muted">Nothing was sent</span>
        </li>
      ))}
    </ul>
  );
}
