import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../session/session.ts';
import { readInboxSearch } from '../pages/inbox/inbox-search.ts';
import { readCostSearch } from '../pages/costs/cost-search.ts';
import { readRunSearch } from '../pages/runs/run-search.ts';
import { readAuditSearch } from '../pages/audit/audit-search.ts';
import { NotFound, RouteError } from './error-pages.tsx';
import { Shell } from './shell.tsx';
import { Starting } from './starting.tsx';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: RouteError,
});

/** Texts of the query string, of which a page takes what it knows. */
const text = (search: Record<string, unknown>, name: string): string | undefined =>
  typeof search[name] === 'string' && search[name] !== '' ? search[name] : undefined;

/** Whose versions a page of published things shows. */
const readKey = (search: Record<string, unknown>): { key?: string } => {
  const key = text(search, 'key');
  return key === undefined ? {} : { key };
};

/** What leads to the sign-in page. */
interface SignInSearch {
  /** Of a one-time link. */
  code?: string;
  /** The page to return to. */
  back?: string;
  /** The workspace at whose identity provider to sign in. */
  workspace?: string;
  /** Somebody has just come back from there. */
  done?: true;
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): SignInSearch => {
    const code = text(search, 'code');
    const back = text(search, 'back');
    const workspace = text(search, 'workspace');
    return {
      ...(code !== undefined && { code }),
      ...(back !== undefined && { back }),
      ...(workspace !== undefined && { workspace }),
      // The router reads a number as one.
      ...(search['done'] !== undefined && { done: true }),
    };
  },
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

/** All that needs a session. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (session === null) {
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { back: location.href } });
    }
  },
  component: Shell,
  pendingComponent: Starting,
});

const index = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/playground' });
  },
});

const playground = createRoute({
  getParentRoute: () => signedIn,
  path: '/playground',
  validateSearch: (search: Record<string, unknown>): { thread?: string; subject?: string } => {
    const thread = text(search, 'thread');
    const subject = text(search, 'subject');
    return { ...(thread !== undefined && { thread }), ...(subject !== undefined && { subject }) };
  },
  component: lazyRouteComponent(() => import('../pages/playground/playground-page.tsx'), 'PlaygroundPage'),
});

const inbox = createRoute({
  getParentRoute: () => signedIn,
  path: '/inbox',
  validateSearch: readInboxSearch,
  component: lazyRouteComponent(() => import('../pages/inbox/inbox-page.tsx'), 'InboxPage'),
});

const overview = createRoute({
  getParentRoute: () => signedIn,
  path: '/overview',
  component: lazyRouteComponent(() => import('../pages/overview/overview-page.tsx'), 'OverviewPage'),
});

const runs = createRoute({
  getParentRoute: () => signedIn,
  path: '/runs',
  validateSearch: readRunSearch,
  component: lazyRouteComponent(() => import('../pages/runs/runs-page.tsx'), 'RunsPage'),
});

const costs = createRoute({
  getParentRoute: () => signedIn,
  path: '/costs',
  validateSearch: readCostSearch,
  component: lazyRouteComponent(() => import('../pages/costs/costs-page.tsx'), 'CostsPage'),
});

const run = createRoute({
  getParentRoute: () => signedIn,
  path: '/runs/$runId',
  validateSearch: (search: Record<string, unknown>): { subject?: string } => {
    const subject = text(search, 'subject');
    return subject === undefined ? {} : { subject };
  },
  component: lazyRouteComponent(() => import('../pages/run/run-page.tsx'), 'RunPage'),
});

const requests = createRoute({
  getParentRoute: () => signedIn,
  path: '/requests',
  component: lazyRouteComponent(() => import('../pages/requests/requests-page.tsx'), 'RequestsPage'),
});

const agents = createRoute({
  getParentRoute: () => signedIn,
  path: '/agents',
  validateSearch: readKey,
  component: lazyRouteComponent(() => import('../pages/agents/agents-page.tsx'), 'AgentsPage'),
});

const patches = createRoute({
  getParentRoute: () => signedIn,
  path: '/patches',
  validateSearch: readKey,
  component: lazyRouteComponent(() => import('../pages/patches/patches-page.tsx'), 'PatchesPage'),
});

const connections = createRoute({
  getParentRoute: () => signedIn,
  path: '/connections',
  component: lazyRouteComponent(() => import('../pages/connections/connections-page.tsx'), 'ConnectionsPage'),
});

const webhooks = createRoute({
  getParentRoute: () => signedIn,
  path: '/webhooks',
  validateSearch: (search: Record<string, unknown>): { endpoint?: string } => {
    const endpoint = text(search, 'endpoint');
    return endpoint === undefined ? {} : { endpoint };
  },
  component: lazyRouteComponent(() => import('../pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const keys = createRoute({
  getParentRoute: () => signedIn,
  path: '/keys',
  component: lazyRouteComponent(() => import('../pages/keys/keys-page.tsx'), 'KeysPage'),
});

const grants = createRoute({
  getParentRoute: () => signedIn,
  path: '/grants',
  component: lazyRouteComponent(() => import('../pages/grants/grants-page.tsx'), 'GrantsPage'),
});

const changes = createRoute({
  getParentRoute: () => signedIn,
  path: '/changes',
  component: lazyRouteComponent(() => import('../pages/changes/changes-page.tsx'), 'ChangesPage'),
});

const approvalPolicies = createRoute({
  getParentRoute: () => signedIn,
  path: '/approval-policies',
  validateSearch: readKey,
  component: lazyRouteComponent(
    () => import('../pages/approval-policies/approval-policies-page.tsx'),
    'ApprovalPoliciesPage',
  ),
});

const approvalPolicyEditor = createRoute({
  getParentRoute: () => signedIn,
  path: '/approval-policies/draft',
  validateSearch: readKey,
  component: lazyRouteComponent(
    () => import('../pages/approval-policies/editor/editor-page.tsx'),
    'PolicyEditorPage',
  ),
});

const approverGroups = createRoute({
  getParentRoute: () => signedIn,
  path: '/approver-groups',
  component: lazyRouteComponent(
    () => import('../pages/approver-groups/approver-groups-page.tsx'),
    'ApproverGroupsPage',
  ),
});

const audit = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('../pages/audit/audit-page.tsx'), 'AuditPage'),
});

const budgets = createRoute({
  getParentRoute: () => signedIn,
  path: '/budgets',
  component: lazyRouteComponent(() => import('../pages/budgets/budgets-page.tsx'), 'BudgetsPage'),
});

const identify = createRoute({
  getParentRoute: () => signedIn,
  path: '/identify',
  component: lazyRouteComponent(() => import('../pages/identify/identify-page.tsx'), 'IdentifyPage'),
});

const signInSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/sign-in-settings',
  component: lazyRouteComponent(
    () => import('../pages/company-sign-in/company-sign-in-page.tsx'),
    'CompanySignInPage',
  ),
});

/** Every route. A page's code is loaded when it is opened. */
export const routeTree = root.addChildren([
  signIn,
  signedIn.addChildren([
    index,
    playground,
    inbox,
    overview,
    runs,
    run,
    costs,
    requests,
    agents,
    patches,
    connections,
    webhooks,
    keys,
    grants,
    changes,
    approvalPolicies,
    approvalPolicyEditor,
    approverGroups,
    audit,
    budgets,
    signInSettings,
    identify,
  ]),
]);
