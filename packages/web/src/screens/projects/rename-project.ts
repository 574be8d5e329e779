import { getProjectSettings, type ProjectSettings, updateProject } from '@inlet/contract/workspace'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refreshLists } from '../../manage/manage-items.ts'
import { renameFrom } from '../../manage/rename-from.ts'
import { showNotice } from '../../notices/notice-store.ts'

/** `shown` is what the user saw. */
export async function renameProject(
  client: QueryClient,
  shown: ProjectSettings,
  name: string,
): Promise<void> {
  const params = { project_id: String(shown.id) }
  const rename = (seen: Pick<ProjectSettings, 'name' | 'etag'>, to: string) =>
    renameFrom(
      seen,
      (ifMatch) => call(updateProject, { params, body: { name: to } }, { ifMatch }),
      () => call(getProjectSettings, { params }),
    )
  const renamed = await rename(shown, name)
  const undo = async () => {
    // The response has no ETag, so the current one is read.
    await rename({ name: renamed.name, etag: shown.etag }, shown.name)
    refreshLists(client)
    return { text: `Renamed back to “${shown.name}”.` }
  }
  showNotice({ text: `Renamed to “${name}”.`, undo })
  refreshLists(client)
}
