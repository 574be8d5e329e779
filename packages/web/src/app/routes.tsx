/** The route table. Every screen is a separate chunk, loaded on navigation. See `docs/web.md` for how to add one. */

import {
  getDocument,
  getImage,
  getRecording,
  getSurvey,
  getSurveyOverview,
  getTranscript,
  type ImportFilter,
  importFilters,
  searchKinds,
} from '@inlet/contract/workspace'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { isInletError } from '../api/api-error.ts'
import { queryOf } from '../api/queries.ts'
import { sessionQuery } from '../api/session.ts'
import { responsePage } from '../screens/surveys/response-page.ts'
import { readSurveySearch } from '../screens/surveys/survey-filter.ts'
import { NotFound } from './NotFound.tsx'
import { RouteError } from './RouteError.tsx'
import { readReturnPath } from './return-path.ts'

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: RouteError,
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { to?: string | undefined; error?: string | undefined } => ({
    to: readReturnPath(search['to']),
    error: typeof search['error'] === 'string' ? search['error'] : undefined,
  }),
  component: lazyRouteComponent(() => import('../screens/sign-in/SignIn.tsx'), 'SignIn'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('../screens/sign-in/Invitation.tsx'), 'Invitation'),
})

/** Everything that requires a session. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(sessionQuery)
    } catch (error) {
      if (!isInletError(error, 'signed_out')) throw error
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

/**
 * The open import drawer is part of the URL: `?open=file/abc`. Invalid values are set to undefined, because the
 * router passes through keys that are left out.
 */
const importSearch = (
  search: Record<string, unknown>,
): { show?: ImportFilter | undefined; open?: string | undefined } => ({
  show: importFilters.find((filter) => filter === search['show']),
  open: typeof search['open'] === 'string' ? search['open'] : undefined,
})

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

const projectImages = createRoute({
  getParentRoute: () => project,
  path: '/images',
  component: lazyRouteComponent(
    () => import('../screens/documents/images/ProjectImages.tsx'),
    'ProjectImages',
  ),
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
  component: lazyRouteComponent(() => import('../screens/sign-in/account/Account.tsx'), 'Account'),
})

/** The router parses text that looks like a number as a number. */
const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined
/** An integer from the URL of at least `least`. */
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
  // pdf.js is the largest chunk, so it loads in parallel with the document request.
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
  component: lazyRouteComponent(() => import('../screens/documents/images/Image.tsx'), 'Image'),
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

const search = createRoute({
  getParentRoute: () => inside,
  path: '/search',
  validateSearch: (given): { q?: string; kind?: (typeof searchKinds)[number]; project?: number } => {
    const q = textOf(given['q'])
    const kind = searchKinds.find((name) => name === given['kind'])
    const within = wholeOf(given['project'], 1)
    return { ...(q ? { q } : {}), ...(kind ? { kind } : {}), ...(within ? { project: within } : {}) }
  },
  component: lazyRouteComponent(() => import('../screens/search/Search.tsx'), 'Search'),
})

const participants = createRoute({
  getParentRoute: () => inside,
  path: '/participants',
  validateSearch: (given): { q?: string } => {
    const q = textOf(given['q'])
    return q ? { q } : {}
  },
  component: lazyRouteComponent(() => import('../screens/participants/Participants.tsx'), 'Participants'),
})

const participant = createRoute({
  getParentRoute: () => inside,
  path: '/participants/$participantId',
  component: lazyRouteComponent(() => import('../screens/participants/Participant.tsx'), 'Participant'),
})

const keys = createRoute({
  getParentRoute: () => inside,
  path: '/keys',
  validateSearch: (given): { open?: string } => {
    const open = textOf(given['open'])
    return open ? { open } : {}
  },
  component: lazyRouteComponent(() => import('../screens/keys/Keys.tsx'), 'Keys'),
})

const deliveryStatuses = ['pending', 'succeeded', 'failed'] as const

/** The open webhook and the filter of its deliveries are part of the URL. */
const webhooks = createRoute({
  getParentRoute: () => inside,
  path: '/webhooks',
  validateSearch: (given): { open?: string; show?: (typeof deliveryStatuses)[number] } => {
    const open = textOf(given['open'])
    const show = deliveryStatuses.find((status) => status === given['show'])
    return { ...(open ? { open } : {}), ...(open && show ? { show } : {}) }
  },
  component: lazyRouteComponent(() => import('../screens/webhooks/Webhooks.tsx'), 'Webhooks'),
})

const team = createRoute({
  getParentRoute: () => inside,
  path: '/team',
  validateSearch: (given): { open?: number } => {
    const open = wholeOf(given['open'], 1)
    return open ? { open } : {}
  },
  component: lazyRouteComponent(() => import('../screens/team/Team.tsx'), 'Team'),
})

const system = createRoute({
  getParentRoute: () => inside,
  path: '/system',
  component: lazyRouteComponent(() => import('../screens/system/System.tsx'), 'System'),
})

/** Redirects URLs of earlier releases that may be bookmarked. */
const movedPath = (path: string, from: string, to: string) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    beforeLoad: ({ location }) => {
      redirect({ href: location.href.replace(from, to), replace: true, throw: true })
    },
  })

const restOfInside = [
  search,
  participants,
  participant,
  keys,
  webhooks,
  team,
  system,
  movedPath('/panel', '/panel', '/participants'),
  movedPath('/panel/$participantId', '/panel', '/participants'),
  movedPath('/developers/keys', '/developers/keys', '/keys'),
  movedPath('/settings/team', '/settings/team', '/team'),
  movedPath('/operator', '/operator', '/system'),
] as const

/** The filter belongs to the whole survey, so it is kept when switching between charts and responses. */
const survey = createRoute({
  getParentRoute: () => inside,
  path: '/surveys/$uploadKey',
  validateSearch: readSurveySearch,
  // Request the data while the screen's chunk is still loading.
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(queryOf(getSurvey, { params: { upload_key: params.uploadKey } }))
  },
  component: lazyRouteComponent(() => import('../screens/surveys/Survey.tsx'), 'Survey'),
})

const surveyOverview = createRoute({
  getParentRoute: () => survey,
  path: '/',
  loaderDeps: ({ search }) => readSurveySearch({ ...search }),
  loader: ({ context, params, deps }) => {
    const input = { params: { upload_key: params.uploadKey }, query: deps }
    void context.queryClient.prefetchQuery(queryOf(getSurveyOverview, input))
  },
  component: lazyRouteComponent(() => import('../screens/surveys/Overview.tsx'), 'Overview'),
})

const surveyResponses = createRoute({
  getParentRoute: () => survey,
  path: '/responses',
  validateSearch: (search): { open?: number } =>
    typeof search['open'] === 'number' && search['open'] > 0 ? { open: search['open'] } : {},
  loaderDeps: ({ search }) => readSurveySearch({ ...search }),
  loader: ({ context, params, deps }) => {
    void context.queryClient.prefetchQuery(responsePage(params.uploadKey, deps, 0))
  },
  component: lazyRouteComponent(() => import('../screens/surveys/Responses.tsx'), 'Responses'),
})

const surveyPeople = createRoute({
  getParentRoute: () => survey,
  path: '/people',
  component: lazyRouteComponent(() => import('../screens/surveys/People.tsx'), 'People'),
})

const surveyPerson = createRoute({
  getParentRoute: () => survey,
  path: '/people/$respondentId',
  component: lazyRouteComponent(() => import('../screens/surveys/Person.tsx'), 'Person'),
})

const surveyColumns = createRoute({
  getParentRoute: () => survey,
  path: '/columns',
  component: lazyRouteComponent(() => import('../screens/surveys/Columns.tsx'), 'Columns'),
})

const mediaStates = ['PENDING', 'UPLOADED', 'LINKED', 'FAILED'] as const
const surveyMedia = createRoute({
  getParentRoute: () => survey,
  path: '/media',
  validateSearch: (search): { show?: (typeof mediaStates)[number] } => {
    const show = mediaStates.find((state) => state === search['show'])
    return show ? { show } : {}
  },
  component: lazyRouteComponent(() => import('../screens/surveys/Media.tsx'), 'Media'),
})

const surveyTree = survey.addChildren([
  surveyOverview,
  surveyResponses,
  surveyPeople,
  surveyPerson,
  surveyColumns,
  surveyMedia,
])

export const routeTree = root.addChildren([
  signIn,
  invitation,
  inside.addChildren([
    home,
    projects,
    project.addChildren([projectImports, projectImages]),
    imports,
    account,
    document,
    image,
    recording,
    surveyTree,
    ...restOfInside,
  ]),
])
