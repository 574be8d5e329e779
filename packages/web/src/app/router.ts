import type { QueryClient } from '@tanstack/react-query'
import { type AsyncRouteComponent, createRouter } from '@tanstack/react-router'
import { routeTree } from './routes.tsx'
import { writeSearch } from './write-search.ts'

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingMs: 150,
  })
}

/** Preloads the screens of the current URL in parallel with the session request. */
export function fetchScreens(router: ReturnType<typeof createAppRouter>): void {
  const routes: Record<string, { options: { component?: unknown } } | undefined> = router.routesById
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const component = routes[String(routeId)]?.options.component as AsyncRouteComponent<object> | undefined
    // A failed preload is retried and reported when the screen renders.
    component?.preload?.()?.catch(() => {})
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
