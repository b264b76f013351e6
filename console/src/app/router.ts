import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routes/route-tree.ts';

type AppRouter = ReturnType<typeof createAppRouter>;

/** The router of the app, which lives under /console. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: '/console',
    context: { queryClient },
    defaultPreload: 'intent',
    // TanStack Query keeps what was loaded.
    defaultPreloadStaleTime: 0,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

/** Loads the code of the page that was opened while the session is asked for, rather than after that. */
export function preloadPage(router: AppRouter): void {
  const matches: { routeId: keyof AppRouter['routesById'] }[] = router.matchRoutes(router.latestLocation);
  for (const { routeId } of matches) {
    const component = router.routesById[routeId]?.options.component;
    // If it cannot be loaded, the page says so when it is shown.
    component?.preload?.()?.catch(() => {});
  }
}
