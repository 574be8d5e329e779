import { getSurvey, type WorkspaceSurvey } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { isGone } from '../../api/api-error.ts'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { RecordMenu } from '../../manage/RecordMenu.tsx'
import { countOf } from '../../ui/format/count.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ProblemPage } from '../../ui/ProblemPage.tsx'
import { ProjectLink } from '../../ui/ProjectLink.tsx'
import { ImportReport } from './ImportReport.tsx'
import { ImportState } from './ImportState.tsx'
import classes from './Survey.module.css'
import { formatSpan } from './span.ts'
import { isUnfiltered } from './survey-filter.ts'
import { useMatchingCount } from './use-matching-count.ts'
import { useSurveyFilter } from './use-survey-filter.ts'

const AppendDialog = lazyComponent(() => import('../../uploads/AppendDialog.tsx'), 'AppendDialog')

const route = getRouteApi('/inside/surveys/$uploadKey')

/** They share the filter. */
const filteredTabs = ['', 'responses', 'cross-tabulation']

/** Header and tabs of a survey. The tabs load in parallel with the header. */
export function Survey() {
  const { uploadKey } = route.useParams()
  const { data: survey, error } = useQuery(queryOf(getSurvey, { params: { upload_key: uploadKey } }))
  const path = useRouterState({ select: (state) => state.location.pathname })
  const { filter, search } = useSurveyFilter()
  const matching = useMatchingCount(uploadKey, search)
  const { can_write: canWrite } = useSession()
  if (error && (!survey || isGone(error)))
    return <ProblemPage title="This survey cannot be shown." error={error} />
  const base = `/surveys/${encodeURIComponent(uploadKey)}`
  const tab = (label: string, part: string, count?: number) => ({
    label,
    to: part === '' ? base : `${base}/${part}`,
    search: filteredTabs.includes(part) ? { ...search } : {},
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
        actions={
          survey && canWrite && survey.upload_status === 'COMPLETED' && <AppendResponses survey={survey} />
        }
        menu={survey && <RecordMenu item={{ ...survey, key: uploadKey, kind: 'survey' }} />}
      />
      {survey && <ImportState survey={survey} />}
      {survey && survey.columns.length > 0 && <ImportReport uploadKey={uploadKey} />}
      <LinkTabs
        label="Survey"
        tabs={[
          tab('Overview', ''),
          tab('Responses', 'responses', isUnfiltered(filter) ? survey?.response_count : matching),
          tab('Cross tabulation', 'cross-tabulation'),
          tab('People', 'people', survey?.respondent_count),
          tab('Media', 'media', survey?.media.total),
          tab('Columns', 'columns', survey?.columns.length),
        ]}
      />
      <Outlet />
    </>
  )
}

function AppendResponses({ survey }: { survey: WorkspaceSurvey }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Add responses
      </Button>
      <Suspense>{isOpen && <AppendDialog survey={survey} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

function describe(survey: WorkspaceSurvey): string {
  const { response_count: count, first_answered_at: first, last_answered_at: last } = survey
  const responses = countOf(count, 'response')
  return first !== null && last !== null ? `${responses} · ${formatSpan(first, last)}` : responses
}
