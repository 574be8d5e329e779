import { getSurvey, type WorkspaceSurvey } from '@inlet/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useRouterState } from '@tanstack/react-router'
import { queryOf } from '../../api/queries.ts'
import { countOf } from '../../ui/format/count.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ProblemPage } from '../../ui/ProblemPage.tsx'
import { ProjectLink } from '../../ui/ProjectLink.tsx'
import { ImportReport } from './ImportReport.tsx'
import { ImportState } from './ImportState.tsx'
import classes from './Survey.module.css'
import { formatSpan } from './span.ts'
import { useSurveyFilter } from './use-survey-filter.ts'

const route = getRouteApi('/inside/surveys/$uploadKey')

/** Header and tabs of a survey. The tabs load in parallel with the header. */
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
    // Charts and responses share the filter.
    search: part === '' || part === 'responses' ? { ...search } : {},
    count,
    isCurrent: part === '' ? path === base : path.startsWith(`${base}/${part}`),
  })
  return (
    <>
      <PageHeader
        title={survey?.name ?? '\u00a0'}
        documentTitle={survey?.name ?? 'Survey'}
        above={survey ? <ProjectLink project={survey.project} /> : '\u00a0'}
        below={<span className={classes.line}>{survey ? describe(survey) : '\u00a0'}</span>}
      />
      {survey && <ImportState survey={survey} />}
      {survey && survey.columns.length > 0 && <ImportReport uploadKey={uploadKey} />}
      <LinkTabs
        label="Survey"
        tabs={[
          tab('Overview', ''),
          tab('Responses', 'responses', survey?.response_count),
          tab('People', 'people', survey?.respondent_count),
          tab('Media', 'media', survey?.media.total),
          tab('Columns', 'columns', survey?.columns.length),
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
