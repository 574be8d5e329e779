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
} from '@inlet/contract/workspace'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { isInletError } from '../api/api-error.ts'
import { queryOf } from '../api/queries.ts'
import { sessionQuery } from '../api/session.ts'
import { textOf, wholeOf } from '../links/url-values.ts'
import { readContentSearch } from '../screens/imports/contents/content-search.ts'
import { readSearchScope } from '../screens/search/search-scope.ts'
import { readCrossSearch } from '../screens/surveys/cross-table.ts'
import { responsePage } from '../screens/surveys/response-page.ts'
import { readSort } from '../screens/surveys/response-sort.ts'
import { readSurveySearch } from '../screens/surveys/survey-filter.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
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
  component: lazyComponent(() => import('../screens/sign-in/SignIn.tsx'), 'SignIn'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyComponent(() => import('../screens/sign-in/Invitation.tsx'), 'Invitation'),
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
  component: lazyComponent(() => import('./shell/Shell.tsx'), 'Shell'),
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
  component: lazyComponent(() => import('../screens/projects/Projects.tsx'), 'Projects'),
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
  component: lazyComponent(() => import('../screens/projects/Project.tsx'), 'Project'),
})

const projectContents = createRoute({
  getParentRoute: () => project,
  path: '/',
  validateSearch: readContentSearch,
  component: lazyComponent(
    () => import('../screens/imports/contents/ProjectContents.tsx'),
    'ProjectContents',
  ),
})

const projectImages = createRoute({
  getParentRoute: () => project,
  path: '/images',
  component: lazyComponent(() => import('../screens/documents/images/ProjectImages.tsx'), 'ProjectImages'),
})

const archivedProjects = createRoute({
  getParentRoute: () => inside,
  path: '/projects/archived',
  component: lazyComponent(() => import('../screens/projects/ArchivedProjects.tsx'), 'ArchivedProjects'),
})

const projectSettings = createRoute({
  getParentRoute: () => inside,
  path: '/projects/$projectId/settings',
  component: lazyComponent(() => import('../screens/projects/ProjectSettings.tsx'), 'ProjectSettings'),
})

const imports = createRoute({
  getParentRoute: () => inside,
  path: '/imports',
  validateSearch: importSearch,
  component: lazyComponent(() => import('../screens/imports/Imports.tsx'), 'Imports'),
})

const account = createRoute({
  getParentRoute: () => inside,
  path: '/account',
  component: lazyComponent(() => import('../screens/sign-in/account/Account.tsx'), 'Account'),
})

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
  component: lazyComponent(() => import('../screens/documents/Document.tsx'), 'Document'),
})

const image = createRoute({
  getParentRoute: () => inside,
  path: '/images/$key',
  loader: ({ context, params }) =>
    void context.queryClient.prefetchQuery(queryOf(getImage, { params: { wav_key: params.key } })),
  component: lazyComponent(() => import('../screens/documents/images/Image.tsx'), 'Image'),
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
  component: lazyComponent(() => import('../screens/recordings/Recording.tsx'), 'Recording'),
})

const search = createRoute({
  getParentRoute: () => inside,
  path: '/search',
  validateSearch: readSearchScope,
  component: lazyComponent(() => import('../screens/search/Search.tsx'), 'Search'),
})

const participants = createRoute({
  getParentRoute: () => inside,
  path: '/participants',
  validateSearch: (given): { q?: string | undefined; project?: number | undefined } => ({
    q: textOf(given['q']),
    project: wholeOf(given['project'], 1),
  }),
  component: lazyComponent(() => import('../screens/participants/Participants.tsx'), 'Participants'),
})

const participant = createRoute({
  getParentRoute: () => inside,
  path: '/participants/$participantId',
  component: lazyComponent(() => import('../screens/participants/Participant.tsx'), 'Participant'),
})

const keys = createRoute({
  getParentRoute: () => inside,
  path: '/keys',
  validateSearch: (given): { open?: string } => {
    const open = textOf(given['open'])
    return open ? { open } : {}
  },
  component: lazyComponent(() => import('../screens/keys/Keys.tsx'), 'Keys'),
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
  component: lazyComponent(() => import('../screens/webhooks/Webhooks.tsx'), 'Webhooks'),
})

const team = createRoute({
  getParentRoute: () => inside,
  path: '/team',
  validateSearch: (given): { open?: number } => {
    const open = wholeOf(given['open'], 1)
    return open ? { open } : {}
  },
  component: lazyComponent(() => import('../screens/team/Team.tsx'), 'Team'),
})

const trash = createRoute({
  getParentRoute: () => inside,
  path: '/trash',
  component: lazyComponent(() => import('../screens/trash/Trash.tsx'), 'Trash'),
})

const system = createRoute({
  getParentRoute: () => inside,
  path: '/system',
  component: lazyComponent(() => import('../screens/system/System.tsx'), 'System'),
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
  trash,
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
  component: lazyComponent(() => import('../screens/surveys/Survey.tsx'), 'Survey'),
})

const surveyOverview = createRoute({
  getParentRoute: () => survey,
  path: '/',
  loaderDeps: ({ search }) => readSurveySearch({ ...search }),
  loader: ({ context, params, deps }) => {
    const input = { params: { upload_key: params.uploadKey }, query: deps }
    void context.queryClient.prefetchQuery(queryOf(getSurveyOverview, input))
  },
  component: lazyComponent(() => import('../screens/surveys/Overview.tsx'), 'Overview'),
})

const surveyResponses = createRoute({
  getParentRoute: () => survey,
  path: '/responses',
  validateSearch: (search): { open?: number; sort?: string } => ({
    ...(typeof search['open'] === 'number' && search['open'] > 0 && { open: search['open'] }),
    ...readSort(search),
  }),
  loaderDeps: ({ search }) => ({ ...readSurveySearch({ ...search }), ...readSort({ ...search }) }),
  loader: ({ context, params, deps }) => {
    void context.queryClient.prefetchQuery(responsePage(params.uploadKey, deps, 0))
  },
  component: lazyComponent(() => import('../screens/surveys/Responses.tsx'), 'Responses'),
})

const surveyCross = createRoute({
  getParentRoute: () => survey,
  path: '/cross-tabulation',
  validateSearch: readCrossSearch,
  component: lazyComponent(() => import('../screens/surveys/CrossTabulation.tsx'), 'CrossTabulation'),
})

const surveyPeople = createRoute({
  getParentRoute: () => survey,
  path: '/people',
  component: lazyComponent(() => import('../screens/surveys/People.tsx'), 'People'),
})

const surveyPerson = createRoute({
  getParentRoute: () => survey,
  path: '/people/$respondentId',
  component: lazyComponent(() => import('../screens/surveys/Person.tsx'), 'Person'),
})

const surveyColumns = createRoute({
  getParentRoute: () => survey,
  path: '/columns',
  component: lazyComponent(() => import('../screens/surveys/Columns.tsx'), 'Columns'),
})

const mediaStates = ['PENDING', 'UPLOADED', 'LINKED', 'FAILED'] as const
const surveyMedia = createRoute({
  getParentRoute: () => survey,
  path: '/media',
  validateSearch: (search): { show?: (typeof mediaStates)[number] } => {
    const show = mediaStates.find((state) => state === search['show'])
    return show ? { show } : {}
  },
  component: lazyComponent(() => import('../screens/surveys/Media.tsx'), 'Media'),
})

const surveyTree = survey.addChildren([
  surveyOverview,
  surveyResponses,
  surveyCross,
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
    project.addChildren([projectContents, projectImages]),
    projectSettings,
    archivedProjects,
    imports,
    account,
    document,
    image,
    recording,
    surveyTree,
    ...restOfInside,
  ]),
])
