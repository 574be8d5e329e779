/**
 * The route table. Every screen is a chunk of its own: name its module in `screen`, and it is loaded when
 * somebody goes there. `docs/web.md` says how to add one.
 */

import { getDocument, getImage, getRecording, getTranscript, importFilters } from '@inlet/contract/workspace'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { isApiError } from '../api/api-error.ts'
import { queryOf } from '../api/queries.ts'
import { NotFound } from './NotFound.tsx'
import { RouteError } from './RouteError.tsx'
import { readReturnPath } from './return-path.ts'
import { sessionQuery } from './session.ts'

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: RouteError,
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { to?: string; error?: string } => {
    const to = readReturnPath(search['to'])
    const error = typeof search['error'] === 'string' ? search['error'] : undefined
    return { ...(to ? { to } : {}), ...(error ? { error } : {}) }
  },
  component: lazyRouteComponent(() => import('../screens/sign-in/SignIn.tsx'), 'SignIn'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('../screens/sign-in/Invitation.tsx'), 'Invitation'),
})

/** Everything that needs somebody to be signed in. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(sessionQuery)
    } catch (error) {
      if (!isApiError(error, 'signed_out')) throw error
      const search = location.href === '/' ? {} : { to: location.href }
      redirect({ to: '/sign-in', search, throw: true })
    }
  },
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
})

const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/projects', throw: true })
  },
})

const projects = createRoute({
  getParentRoute: () => inside,
  path: '/projects',
  component: lazyRouteComponent(() => import('../screens/projects/Projects.tsx'), 'Projects'),
})

/** The drawer of one import is a state of the list, so it has an address: `?open=file/abc`. */
const importSearch = (search: Record<string, unknown>) => {
  const show = importFilters.find((filter) => filter === search['show'])
  const open = typeof search['open'] === 'string' ? search['open'] : undefined
  return { ...(show ? { show } : {}), ...(open ? { open } : {}) }
}

const project = createRoute({
  getParentRoute: () => inside,
  path: '/projects/$projectId',
  component: lazyRouteComponent(() => import('../screens/projects/Project.tsx'), 'Project'),
})

const projectImports = createRoute({
  getParentRoute: () => project,
  path: '/',
  validateSearch: importSearch,
  component: lazyRouteComponent(() => import('../screens/projects/ProjectImports.tsx'), 'ProjectImports'),
})

const imports = createRoute({
  getParentRoute: () => inside,
  path: '/imports',
  validateSearch: importSearch,
  component: lazyRouteComponent(() => import('../screens/imports/Imports.tsx'), 'Imports'),
})

const account = createRoute({
  getParentRoute: () => inside,
  path: '/account',
  component: lazyRouteComponent(() => import('../screens/account/Account.tsx'), 'Account'),
})

/** Words that look like a number come as one. */
const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined
/** A number from the address, if it is a whole one that is at least so large. */
const wholeOf = (value: unknown, least: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= least ? value : undefined

const documentPanels = ['details', 'text', 'found', 'none'] as const
type DocumentPanel = (typeof documentPanels)[number] | undefined

const document = createRoute({
  getParentRoute: () => inside,
  path: '/documents/$owner/$key',
  validateSearch: (
    search,
  ): { page?: number | undefined; find?: string | undefined; panel?: DocumentPanel } => ({
    page: wholeOf(search['page'], 1),
    find: textOf(search['find']),
    panel: documentPanels.find((name) => name === search['panel']),
  }),
  // The reader of PDFs is the largest file of all: it is fetched beside the answer that says what to read.
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(queryOf(getDocument, { params }))
    void import('../screens/documents/pdf.ts').then(({ startWorker }) => startWorker())
  },
  component: lazyRouteComponent(() => import('../screens/documents/Document.tsx'), 'Document'),
})

const image = createRoute({
  getParentRoute: () => inside,
  path: '/images/$key',
  loader: ({ context, params }) =>
    void context.queryClient.prefetchQuery(queryOf(getImage, { params: { wav_key: params.key } })),
  component: lazyRouteComponent(() => import('../screens/images/Image.tsx'), 'Image'),
})

const recording = createRoute({
  getParentRoute: () => inside,
  path: '/recordings/$owner/$key',
  validateSearch: (
    search,
  ): { t?: number | undefined; find?: string | undefined; speaker?: string | undefined } => ({
    t: wholeOf(search['t'], 0),
    find: textOf(search['find']),
    speaker: textOf(search['speaker']),
  }),
  loader: ({ context: { queryClient }, params }) => {
    void queryClient.prefetchQuery(queryOf(getRecording, { params }))
    void queryClient.prefetchQuery(queryOf(getTranscript, { params }))
  },
  component: lazyRouteComponent(() => import('../screens/recordings/Recording.tsx'), 'Recording'),
})

export const routeTree = root.addChildren([
  signIn,
  invitation,
  inside.addChildren([
    home,
    projects,
    project.addChildren([projectImports]),
    imports,
    account,
    document,
    image,
    recording,
  ]),
])
