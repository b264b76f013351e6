import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { defined } from '#contract/defined.ts';
import { readAuditPageSearch, readAuditSearch } from '../../pages/audit/audit-search.ts';
import { readPayeeSearch } from '../../pages/payees/payee-search.ts';
import { readPlace } from '../../payments/payment-place.ts';
import { readKeySearch, textOf } from '../../text/query-string.ts';
import { signedIn } from './root.tsx';

const approvalPoliciesPage = () => import('../../pages/approval-policies/approval-policies-page.tsx');
export const approvalPolicies = createRoute({
  getParentRoute: () => signedIn,
  path: '/approval-policies',
  validateSearch: readKeySearch,
  loader: async ({ context }) => (await approvalPoliciesPage()).loadPolicies(context.queryClient),
  component: lazyRouteComponent(approvalPoliciesPage, 'ApprovalPoliciesPage'),
});

const approvalPolicyEditorPage = () => import('../../pages/approval-policies/editor/editor-page.tsx');
export const approvalPolicyEditor = createRoute({
  getParentRoute: () => signedIn,
  path: '/approval-policies/draft',
  validateSearch: readKeySearch,
  loader: async ({ context }) => (await approvalPolicyEditorPage()).loadPolicyEditor(context.queryClient),
  component: lazyRouteComponent(approvalPolicyEditorPage, 'PolicyEditorPage'),
});

const approverGroupsPage = () => import('../../pages/approver-groups/approver-groups-page.tsx');
export const approverGroups = createRoute({
  getParentRoute: () => signedIn,
  path: '/approver-groups',
  loader: async ({ context }) => (await approverGroupsPage()).loadGroups(context.queryClient),
  component: lazyRouteComponent(approverGroupsPage, 'ApproverGroupsPage'),
});

const payeesPage = () => import('../../pages/payees/payees-page.tsx');
export const payees = createRoute({
  getParentRoute: () => signedIn,
  path: '/payees',
  validateSearch: readPayeeSearch,
  loader: async ({ context, location: { search } }) =>
    (await payeesPage()).loadPayees(context.queryClient, readPayeeSearch(search)),
  component: lazyRouteComponent(payeesPage, 'PayeesPage'),
});

const payeePage = () => import('../../pages/payees/payee-page.tsx');
export const payee = createRoute({
  getParentRoute: () => signedIn,
  path: '/payees/$payeeId',
  validateSearch: readPlace,
  loader: async ({ context, params }) => (await payeePage()).loadPayee(context.queryClient, params.payeeId),
  component: lazyRouteComponent(payeePage, 'PayeePage'),
});

const changesPage = () => import('../../pages/changes/changes-page.tsx');
export const changes = createRoute({
  getParentRoute: () => signedIn,
  path: '/changes',
  validateSearch: (search: Record<string, unknown>): { change?: string } =>
    defined({ change: textOf(search['change']) }),
  loader: async ({ context }) => (await changesPage()).loadChanges(context.queryClient),
  component: lazyRouteComponent(changesPage, 'ChangesPage'),
});

const auditPage = () => import('../../pages/audit/audit-page.tsx');
export const audit = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit',
  validateSearch: readAuditPageSearch,
  loader: async ({ context, location: { search } }) =>
    (await auditPage()).loadAudit(context.queryClient, readAuditSearch(search)),
  component: lazyRouteComponent(auditPage, 'AuditPage'),
});

const budgetsPage = () => import('../../pages/budgets/budgets-page.tsx');
export const budgets = createRoute({
  getParentRoute: () => signedIn,
  path: '/budgets',
  loader: async ({ context }) => (await budgetsPage()).loadBudgets(context.queryClient),
  component: lazyRouteComponent(budgetsPage, 'BudgetsPage'),
});
