import type { createAppRouter } from './router.ts';

type AppRouter = ReturnType<typeof createAppRouter>;

/** Loads the code of the page that was opened while the session is asked for, rather than after that. */
export function preloadPage(router: AppRouter): void {
  const matches: { routeId: keyof AppRouter['routesById'] }[] = router.matchRoutes(router.latestLocation);
  for (const { routeId } of matches) {
    const component = router.routesById[routeId]?.options.component;
    // If it cannot be loaded, the page says so when it is shown.
    component?.preload?.()?.catch(() => {});
  }
}
