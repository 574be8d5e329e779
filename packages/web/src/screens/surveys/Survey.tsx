import { getSurvey, type WorkspaceSurvey } from '@inlet/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet, useRouterState } from '@tanstack/react-router'
import { queryOf } from '../../api/queries.ts'
import { countOf } from '../../ui/format/count.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ProblemPage } from '../../ui/ProblemPage.tsx'
import { ImportState } from './ImportState.tsx'
import classes from './Survey.module.css'
import { formatSpan } from './span.ts'
import { useSurveyFilter } from './use-survey-filter.ts'

const route = getRouteApi('/inside/surveys/$uploadKey')

/** The frame of a survey's tabs. They load beside it: what is above them need not be there first. */
export function Survey() {
  const { uploadKey } = route.useParams()
  const { data: survey, error } = useQuery(queryOf(getSurvey, { params: { upload_key: uploadKey } }))
  const path = useRouterState({ select: (state) => state.location.pathname })
  const { search } = useSurveyFilter()
  if (error && !survey) return <ProblemPage title="This survey cannot be shown." error={error} />
  const base = `/surveys/${encodeURIComponent(uploadKey)}`
  const tab = (label: string, part: string, count?: number) => ({
    label,
    to: part === '' ? base : `${base}/${part}`,
    // Charts and responses are narrowed by the same filter.
    search: part === '' || part === 'responses' ? { ...search } : {},
    count,
    isCurrent: part === '' ? path === base : path.startsWith(`${base}/${part}`),
  })
  return (
    <>
      <PageHeader
        title={survey?.name ?? '\u00a0'}
        documentTitle={survey?.name ?? 'Survey'}
        above={
          survey ? (
            <Link to="/projects/$projectId" params={{ projectId: String(survey.project.id) }}>
              {survey.project.name}
            </Link>
          ) : (
            '\u00a0'
          )
        }
        below={<span className={classes.line}>{survey ? describe(survey) : '\u00a0'}</span>}
      />
      {survey && <ImportState survey={survey} />}
      <LinkTabs
        label="Survey"
        tabs={[
          tab('Overview', ''),
          tab('Responses', 'responses', survey?.response_count),
          tab('People', 'people', survey?.respondent_count),
          tab('Media', 'media', survey?.media.total),
        ]}
      />
      <Outlet />
    </>
  )
}

function describe(survey: WorkspaceSurvey): string {
  const { response_count: count, first_answered_at: first, last_answered_at: last } = survey
  const responses = countOf(count, 'response')
  return first !== null && last !== null ? `${responses} · ${formatSpan(first, last)}` : responses
}
