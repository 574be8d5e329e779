import { type ArchivedProject, listArchivedProjects, updateProject } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { pagesOf } from '../../api/queries.ts'
import { reasonOf } from '../../manage/item-texts.ts'
import { refreshLists } from '../../manage/manage-items.ts'
import { showNotice } from '../../notices/notice-store.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { MoreButton } from '../../ui/MoreButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Table } from '../../ui/Table.tsx'
import { describeCounts } from './describe-counts.ts'

/** Archived projects that the user can unarchive. */
export function ArchivedProjects() {
  const query = useInfiniteQuery(pagesOf(listArchivedProjects, {}))
  const projects = query.data?.pages.flatMap((page) => page.projects) ?? []
  return (
    <>
      <PageHeader
        title="Archived projects"
        above={<Link to="/projects">Projects</Link>}
        below="They are in no other list and accept no imports."
      />
      {query.isPending && <Loading label="archived projects" />}
      {query.isError && (
        <ErrorPanel
          title="The archived projects could not be loaded."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && projects.length === 0 && (
        <EmptyState title="No archived projects.">A project is archived on its settings page.</EmptyState>
      )}
      {projects.length > 0 && (
        <Table isStackedOnPhones aria-label="Archived projects">
          <tbody>
            {projects.map((project) => (
              <Row key={project.id} project={project} />
            ))}
          </tbody>
        </Table>
      )}
      <MoreButton query={query} label="Show more" />
    </>
  )
}

function Row({ project }: { project: ArchivedProject }) {
  const client = useQueryClient()
  const bringBack = useMutation({
    mutationFn: () =>
      call(updateProject, { params: { project_id: String(project.id) }, body: { archived: false } }),
    onSuccess: () => {
      showNotice({ text: `Unarchived “${project.name}”.` })
      refreshLists(client)
    },
    onError: (error) => showNotice({ text: reasonOf(error), isProblem: true }),
  })
  return (
    <tr>
      <th scope="row">
        <bdi>{project.name}</bdi>
      </th>
      <td>{describeCounts(project.counts)}</td>
      <td>
        <Button
          variant="default"
          loading={bringBack.isPending}
          aria-label={`Unarchive ${project.name}`}
          onClick={() => bringBack.mutate()}
        >
          Unarchive
        </Button>
      </td>
    </tr>
  )
}
