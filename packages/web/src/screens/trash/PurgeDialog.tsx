import { deleteImport, deleteMedia, deleteProject, type TrashItem } from '@inlet/contract/workspace'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { refreshLists } from '../../manage/manage-items.ts'
import { showNotice } from '../../notices/notice-store.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

export function PurgeDialog({ item, onClose }: { item: TrashItem; onClose: () => void }) {
  const { kind, name } = item
  const client = useQueryClient()
  const purge = useMutation({
    mutationFn: () => purgeItem(item),
    onSuccess: () => {
      showNotice({ text: kind === 'project' ? `“${name}” is being purged.` : `Purged “${name}”.` })
      refreshLists(client)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Permanently delete “${name}”?`}
      action="Delete permanently"
      isPending={purge.isPending}
      error={purge.error}
      onConfirm={() => purge.mutate()}
      onClose={onClose}
    >
      <p>
        {kind === 'project'
          ? 'The project is permanently deleted with everything in it: files, transcripts, responses and search entries.'
          : 'It is purged with its content: the file, its text or transcript, and its entries in the search.'}{' '}
        This cannot be undone.
      </p>
    </ConfirmDialog>
  )
}

async function purgeItem({ kind, key }: TrashItem): Promise<void> {
  const query = { permanent: 'true' } as const
  if (kind === 'project') await call(deleteProject, { params: { project_id: key }, query })
  else if (kind === 'media') await call(deleteMedia, { params: { media_key: key }, query })
  else await call(deleteImport, { params: { kind, key }, query })
}
