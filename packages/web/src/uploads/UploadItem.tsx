import { getImport } from '@inlet/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../api/queries.ts'
import { formatBytes } from '../ui/format/bytes.ts'
import { statusOf } from '../ui/format/import-labels.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { StatusLabel } from '../ui/StatusLabel.tsx'
import classes from './UploadItem.module.css'
import { cancelUpload, dismissUpload, retryUpload, type Upload } from './upload-store.ts'

export function UploadItem({ upload }: { upload: Upload }) {
  const { id, name, state, problem } = upload
  const isActive = state === 'queued' || state === 'sending'
  // A file that was rejected before sending would be rejected again.
  const canRetry = state === 'cancelled' || (state === 'failed' && problem?.code !== 'not_accepted')
  return (
    <li className={classes.item}>
      <span className={classes.name}>{name}</span>
      <span className={classes.buttons}>
        {isActive && <IconButton icon="close" label={`Cancel ${name}`} onClick={() => cancelUpload(id)} />}
        {canRetry && (
          <IconButton icon="retry" label={`Upload ${name} again`} onClick={() => retryUpload(id)} />
        )}
        {!isActive && (
          <IconButton icon="close" label={`Remove ${name} from list`} onClick={() => dismissUpload(id)} />
        )}
      </span>
      <span className={classes.state}>
        <State upload={upload} />
      </span>
      {state === 'sending' && (
        <span className={classes.bar}>
          <ProgressBar
            share={upload.bytes > 0 ? upload.sentBytes / upload.bytes : 0}
            label={`Upload progress of ${name}`}
          />
        </span>
      )}
    </li>
  )
}

function State({ upload }: { upload: Upload }) {
  switch (upload.state) {
    case 'queued':
      return <StatusLabel tone="quiet">Queued</StatusLabel>
    case 'sending':
      return upload.sentBytes >= upload.bytes ? (
        <>Checking</>
      ) : (
        <>
          {formatBytes(upload.sentBytes)} of {formatBytes(upload.bytes)}
        </>
      )
    case 'cancelled':
      return <StatusLabel tone="quiet">Cancelled</StatusLabel>
    case 'failed':
      return <StatusLabel tone="failed">{upload.problem?.message ?? 'Failed'}</StatusLabel>
    case 'done':
      return <Added kind={upload.kind} name={upload.key ?? ''} />
  }
}

/** After the upload, shows the status of the import. */
function Added({ kind, name }: { kind: Upload['kind']; name: string }) {
  const { data } = useQuery(queryOf(getImport, { params: { kind, key: name } }))
  if (!data) return <StatusLabel tone="ready">Uploaded</StatusLabel>
  const { tone, text } = statusOf(data)
  return <StatusLabel tone={tone}>{text}</StatusLabel>
}
