import { Link } from '@tanstack/react-router';
import type { Endpoint } from './endpoint.ts';

/** Leads to the deliveries of an endpoint: the row of the list of endpoints. */
export function EndpointLink({ endpoint: { id, url } }: { endpoint: Endpoint }) {
  return (
    <Link
      to="/webhooks"
      search={{ endpoint: id }}
      resetScroll={false}
      activeProps={{}}
      data-row
      className="rounded underline-offset-2 hover:underline"
    >
      {url}
    </Link>
  );
}
