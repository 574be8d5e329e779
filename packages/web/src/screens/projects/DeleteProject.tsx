import { deleteProject, restoreProject } from '@inlet/contract/workspace'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { refreshLists } from '../../manage/manage-items.ts'
import { showNotice } from '../../notices/notice-store.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

export function DeleteProject(props: { project: { id: number; name: string }; onClose: () => void }) {
  const { project, onClose } = props
  const client = useQueryClient()
  const navigate = useNavigate()
  const params = { project_id: String(project.id) }
  const remove = useMutation({
    mutationFn: () => call(deleteProject, { params }),
    onSuccess: async () => {
      const undo = async () => {
        await call(restoreProject, { params })
        refreshLists(client)
        return { text: `Restored “${project.name}”.` }
      }
      onClose()
      await navigate({ to: '/projects' })
      showNotice({ text: `Moved “${project.name}” to the trash.`, undo })
      refreshLists(client)
    },
  })
  return (
    <ConfirmDialog
      title={`Delete “${project.name}”?`}
      action="Move to trash"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        Nobody can open the project or anything in it, and processing stops. You can restore it from the trash
        until it is purged.
      </p>
    </ConfirmDialog>
  )
}
