import * as access from './access.ts';
import * as build from './build.ts';
import * as control from './control.ts';
import * as converse from './converse.ts';
import * as observe from './observe.ts';
import { index, root, signedIn, signIn } from './root.tsx';

/**
 * Every route. A page's code is loaded when it is opened, and what it shows is read from then on, by its loader and not only once
 * it is there.
 */
export const routeTree = root.addChildren([
  signIn,
  signedIn.addChildren([
    index,
    converse.playground,
    converse.inbox,
    observe.overview,
    observe.runs,
    observe.run,
    observe.payments,
    observe.costs,
    observe.requests,
    build.agents,
    build.patches,
    build.connections,
    build.webhooks,
    build.identify,
    control.approvalPolicies,
    control.approvalPolicyEditor,
    control.approverGroups,
    control.payees,
    control.payee,
    control.changes,
    control.audit,
    control.budgets,
    access.keys,
    access.passkeys,
    access.grants,
    access.signInSettings,
  ]),
]);
