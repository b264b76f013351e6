import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { defined } from '#contract/defined.ts';
import { readKeySearch, textOf } from '../../text/query-string.ts';
import { signedIn } from './root.tsx';

const agentsPage = () => import('../../pages/agents/agents-page.tsx');
export const agents = createRoute({
  getParentRoute: () => signedIn,
  path: '/agents',
  validateSearch: readKeySearch,
  loader: async ({ context }) => (await agentsPage()).loadAgents(context.queryClient),
  component: lazyRouteComponent(agentsPage, 'AgentsPage'),
});

const patchesPage = () => import('../../pages/patches/patches-page.tsx');
export const patches = createRoute({
  getParentRoute: () => signedIn,
  path: '/patches',
  validateSearch: readKeySearch,
  loader: async ({ context }) => (await patchesPage()).loadPatches(context.queryClient),
  component: lazyRouteComponent(patchesPage, 'PatchesPage'),
});

const connectionsPage = () => import('../../pages/connections/connections-page.tsx');
export const connections = createRoute({
  getParentRoute: () => signedIn,
  path: '/connections',
  loader: async ({ context }) => (await connectionsPage()).loadConnections(context.queryClient),
  component: lazyRouteComponent(connectionsPage, 'ConnectionsPage'),
});

const webhooksPage = () => import('../../pages/webhooks/webhooks-page.tsx');
export const webhooks = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks',
  validateSearch: (search: Record<string, unknown>): { endpoint?: string; delivery?: string } =>
    defined({ endpoint: textOf(search['endpoint']), delivery: textOf(search['delivery']) }),
  loader: async ({ context }) => (await webhooksPage()).loadWebhooks(context.queryClient),
  component: lazyRouteComponent(webhooksPage, 'WebhooksPage'),
});

export const identify = createRoute({
  getParentRoute: () => signedIn,
  path: '/identify',
  component: lazyRouteComponent(() => import('../../pages/identify/identify-page.tsx'), 'IdentifyPage'),
});
