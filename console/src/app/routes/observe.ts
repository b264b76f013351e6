import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { defined } from '#contract/defined.ts';
import { readCostSearch } from '../../pages/costs/cost-search.ts';
import { readPaymentPageSearch, readPaymentSearch } from '../../pages/payments/payment-search.ts';
import { readRunSearch } from '../../pages/runs/run-search.ts';
import { textOf } from '../../text/query-string.ts';
import { signedIn } from './root.tsx';

const overviewPage = () => import('../../pages/overview/overview-page.tsx');
export const overview = createRoute({
  getParentRoute: () => signedIn,
  path: '/overview',
  loader: async ({ context }) => (await overviewPage()).loadOverview(context.queryClient),
  component: lazyRouteComponent(overviewPage, 'OverviewPage'),
});

const runsPage = () => import('../../pages/runs/runs-page.tsx');
export const runs = createRoute({
  getParentRoute: () => signedIn,
  path: '/runs',
  validateSearch: readRunSearch,
  loader: async ({ context, location: { search } }) =>
    (await runsPage()).loadRuns(context.queryClient, readRunSearch(search)),
  component: lazyRouteComponent(runsPage, 'RunsPage'),
});

const runPage = () => import('../../pages/run/run-page.tsx');
export const run = createRoute({
  getParentRoute: () => signedIn,
  path: '/runs/$runId',
  validateSearch: (search: Record<string, unknown>): { subject?: string } =>
    defined({ subject: textOf(search['subject']) }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, params }) =>
    (await runPage()).loadRun(context.queryClient, params.runId, deps.subject),
  component: lazyRouteComponent(runPage, 'RunPage'),
});

const paymentsPage = () => import('../../pages/payments/payments-page.tsx');
export const payments = createRoute({
  getParentRoute: () => signedIn,
  path: '/payments',
  validateSearch: readPaymentPageSearch,
  loader: async ({ context, location: { search } }) =>
    (await paymentsPage()).loadPayments(context.queryClient, readPaymentSearch(search)),
  component: lazyRouteComponent(paymentsPage, 'PaymentsPage'),
});

const costsPage = () => import('../../pages/costs/costs-page.tsx');
export const costs = createRoute({
  getParentRoute: () => signedIn,
  path: '/costs',
  validateSearch: readCostSearch,
  loader: async ({ context, location: { search } }) =>
    (await costsPage()).loadCosts(context.queryClient, readCostSearch(search)),
  component: lazyRouteComponent(costsPage, 'CostsPage'),
});

const requestsPage = () => import('../../pages/requests/requests-page.tsx');
export const requests = createRoute({
  getParentRoute: () => signedIn,
  path: '/requests',
  validateSearch: (search: Record<string, unknown>): { request?: string } =>
    defined({ request: textOf(search['request']) }),
  loader: async ({ context }) => (await requestsPage()).loadRequests(context.queryClient),
  component: lazyRouteComponent(requestsPage, 'RequestsPage'),
});
