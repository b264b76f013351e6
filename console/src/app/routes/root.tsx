import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { defined } from '#contract/defined.ts';
import { actAs } from '../../api/client.ts';
import { sessionQuery } from '../../session/session.ts';
import { textOf } from '../../text/query-string.ts';
import { NotFound, RouteError } from '../error-pages.tsx';
import { SignedIn } from '../signed-in.tsx';
import { Starting } from '../starting.tsx';

/** The layout of all pages. */
export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: RouteError,
});

/** Search parameters of the sign-in page. */
interface SignInSearch {
  /** The code of a one-time link. */
  code?: string;
  /** The page to return to. */
  back?: string;
  /** The workspace at whose identity provider to sign in. */
  workspace?: string;
  /** Somebody has just come back from there. */
  done?: true;
}

export const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): SignInSearch => ({
    ...defined({
      code: textOf(search['code']),
      back: textOf(search['back']),
      workspace: textOf(search['workspace']),
    }),
    // The router reads a number as one.
    ...(search['done'] !== undefined && { done: true }),
  }),
  component: lazyRouteComponent(() => import('../../pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

/** All that needs a session. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (session === null) {
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { back: location.href } });
    }
    actAs(session.person);
  },
  component: SignedIn,
  pendingComponent: Starting,
});

export const index = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/playground' });
  },
});
