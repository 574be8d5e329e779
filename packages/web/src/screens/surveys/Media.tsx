import type { MediaStatus } from '@inlet/contract'
import { getSurvey, listSurveyMedia } from '@inlet/contract/workspace'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { pagesOf, queryOf } from '../../api/queries.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { useRowKeys } from '../../ui/use-row-keys.ts'
import classes from './Media.module.css'
import { MediaList } from './MediaList.tsx'
import { Switch } from './Switch.tsx'

const route = getRouteApi('/inside/surveys/$uploadKey/media')

export function Media() {
  const { uploadKey } = route.useParams()
  const { show } = route.useSearch()
  const navigate = route.useNavigate()
  const params = { upload_key: uploadKey }
  const { data: survey } = useQuery(queryOf(getSurvey, { params }))
  const query = useInfiniteQuery({
    ...pagesOf(listSurveyMedia, { params, query: show ? { status: show } : {} }),
    placeholderData: keepPreviousData,
  })
  useRowKeys('Media')
  const media = query.data?.pages.flatMap((page) => page.media) ?? []
  if (query.isError && !query.data)
    return (
      <ErrorPanel
        title="The media files could not be loaded."
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    )
  if (!survey || !query.data) return <Loading label="media" rowHeight={78} />
  if (survey.media.total === 0 && media.length === 0)
    return (
      <EmptyState title="No media in this survey.">
        Recordings submitted with survey answers appear here. They are imported with the survey.
      </EmptyState>
    )
  const options = [
    { value: 'all', label: 'All' },
    { value: 'FAILED', label: `Unmatched ${survey.media.failed}` },
    { value: 'LINKED', label: `Matched ${survey.media.linked}` },
    { value: 'PENDING', label: 'Missing' },
  ] as const
  return (
    <>
      <div className={classes.switch}>
        <Switch
          label="Filter media"
          value={show ?? 'all'}
          options={options as readonly { value: MediaStatus | 'all'; label: string }[]}
          onChange={(value) =>
            void navigate({ search: (value === 'all' ? {} : { show: value }) as never, resetScroll: false })
          }
        />
      </div>
      {media.length === 0 ? (
        <EmptyState title="No media files with this status." />
      ) : (
        <MediaList survey={survey} media={media} />
      )}
      <MoreButton query={query} label="Show more media" />
    </>
  )
}
