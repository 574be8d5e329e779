import {
  deleteProjectExport,
  downloadExport,
  type ExportVolume,
  type WorkspaceExport,
} from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import classes from './ProjectSettings.module.css'

interface ExportActionsProps {
  export: WorkspaceExport
  /** With URLs that are valid for an hour. */
  onVolumes: (volumes: ExportVolume[]) => void
  onDelete: () => Promise<void>
}

/** A single archive is downloaded at once; browsers block the download of several. */
export function ExportActions({ export: one, onVolumes, onDelete }: ExportActionsProps) {
  const params = { export_key: one.export_key }
  const download = useMutation({
    mutationFn: () => call(downloadExport, { params }),
    onSuccess: ({ volumes }) => {
      onVolumes(volumes)
      const [only] = volumes
      if (volumes.length === 1 && only?.url) globalThis.location.assign(only.url)
    },
  })
  const remove = useMutation({
    mutationFn: () => call(deleteProjectExport, { params }),
    onSuccess: onDelete,
  })
  const isRunning = one.status === 'processing'
  return (
    <>
      <FormProblem error={download.error ?? remove.error} />
      <div className={classes.row}>
        {one.status === 'completed' && (
          <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
            Download
          </Button>
        )}
        <Button variant="subtle" loading={remove.isPending} onClick={() => remove.mutate()}>
          {isRunning ? 'Cancel export' : 'Delete export'}
        </Button>
      </div>
    </>
  )
}
