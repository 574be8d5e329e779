import { getProjectSettings, type ProjectSettings } from '@inlet/contract/workspace'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isInletError } from '../../api/api-error.ts'
import { queryOf } from '../../api/queries.ts'
import { RenameForm } from '../../manage/RenameForm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { renameProject } from './rename-project.ts'

export function RenameProject(props: { project: { id: number }; onClose: () => void }) {
  const { project, onClose } = props
  const { data, error, refetch } = useQuery({
    ...queryOf(getProjectSettings, { params: { project_id: String(project.id) } }),
    // Always as they are now: the change depends on what the user saw.
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog title="Rename project" onClose={onClose}>
      {error && <ErrorPanel title="This cannot be renamed." error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading label="the name" rows={2} />}
      {data && <Form settings={data} onClose={onClose} onConflict={() => void refetch()} />}
    </Dialog>
  )
}

function Form(props: { settings: ProjectSettings; onClose: () => void; onConflict: () => void }) {
  const { settings, onClose, onConflict } = props
  const [first] = useState(settings.name)
  const client = useQueryClient()
  const rename = useMutation({
    mutationFn: (name: string) => renameProject(client, settings, name),
    onSuccess: onClose,
    onError: (error) => isInletError(error, 'precondition_failed') && onConflict(),
  })
  return (
    <RenameForm
      first={first}
      current={settings.name}
      maxLength={200}
      isPending={rename.isPending}
      error={rename.error}
      onSave={(name) => rename.mutate(name)}
      onClose={onClose}
    />
  )
}
