/**
 * The route table. Every screen is a chunk of its own: name its module in `screen`, and it is loaded when
 * somebody goes there. `docs/web.md` says how to add one.
 */

import { getSurvey, getSurveyOverview, type ImportFilter, importFilters } from '@inlet/contract/workspace'
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
import { responsePage } from '../screens/surveys/response-page.ts'
import { readSurveySearch } from '../screens/surveys/survey-filter.ts'
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

/**
 * The drawer of one import is a state of the list, so it has an address: `?open=file/abc`. What is not
 * accepted is set to undefined: a key that is left out would come through as it stands in the address.
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

/** The filter is of the whole survey: it stays when one goes from the charts to the responses. */
const survey = createRoute({
  getParentRoute: () => inside,
  path: '/surveys/$uploadKey',
  validateSearch: readSurveySearch,
  // What is shown is asked for while the screen itself is still on its way.
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
  surveyMedia,
])

export const routeTree = root.addChildren([
  signIn,
  invitation,
  inside.addChildren([home, projects, project.addChildren([projectImports]), imports, account, surveyTree]),
])
