import { getImportRecord, type ImportRecord } from '@inlet/contract/workspace'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isInletError } from '../api/api-error.ts'
import { queryOf } from '../api/queries.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { Loading } from '../ui/Loading.tsx'
import { joinName, splitName } from './file-name.ts'
import { type ManagedItem, paramsOf, renameItem } from './manage-items.ts'
import { RenameForm } from './RenameForm.tsx'

export function RenameDialog({ item, onClose }: { item: ManagedItem; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    ...queryOf(getImportRecord, paramsOf(item)),
    // Always as it is now: the change depends on what the user saw.
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog title="Rename" onClose={onClose}>
      {error && <ErrorPanel title="This cannot be renamed." error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading label="the name" rows={2} />}
      {data && <Form item={item} record={data} onClose={onClose} onConflict={() => void refetch()} />}
    </Dialog>
  )
}

function Form(props: {
  item: ManagedItem
  record: ImportRecord
  onClose: () => void
  onConflict: () => void
}) {
  const { item, record, onClose, onConflict } = props
  const [first] = useState(() => splitName(item.kind, record.name))
  const client = useQueryClient()
  const rename = useMutation({
    mutationFn: (name: string) => renameItem(client, item, record, name),
    onSuccess: onClose,
    onError: (error) => isInletError(error, 'precondition_failed') && onConflict(),
  })
  const current = splitName(item.kind, record.name).stem
  return (
    <RenameForm
      first={first.stem}
      current={current}
      description={first.extension ? `The extension ${first.extension} stays.` : undefined}
      maxLength={(item.kind === 'survey' ? 200 : 500) - first.extension.length}
      isPending={rename.isPending}
      error={rename.error}
      onSave={(stem) => rename.mutate(joinName(stem, first.extension))}
      onClose={onClose}
    />
  )
}
