import { getRouteApi } from '@tanstack/react-router'
import { ImportBrowser } from '../imports/ImportBrowser.tsx'

const route = getRouteApi('/inside/projects/$projectId/')

export function ProjectImports() {
  const { projectId } = route.useParams()
  const { show = 'all', open } = route.useSearch()
  return <ImportBrowser projectId={Number(projectId)} show={show} open={open} />
}
