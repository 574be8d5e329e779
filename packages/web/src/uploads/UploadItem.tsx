import { getImport } from '@inlet/contract/workspace'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { isInletError } from '../api/api-error.ts'
import { queryOf } from '../api/queries.ts'
import { openPath } from '../links/open-path.ts'
import { formatBytes } from '../ui/format/bytes.ts'
import { statusOf } from '../ui/format/import-labels.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { StatusLabel } from '../ui/StatusLabel.tsx'
import { useOnline } from '../ui/use-online.ts'
import { FileInput } from './FileInput.tsx'
import { discardInterrupted, reopen, resumeOne } from './interrupted-uploads.ts'
import { transcriptDrop } from './transcript-drop.ts'
import classes from './UploadItem.module.css'
import { cancelUpload, dismissUpload, isActive, retryUpload, type Upload } from './upload-store.ts'

export function UploadItem({ upload }: { upload: Upload }) {
  const { id, name, state, problem } = upload
  // A file that was rejected before sending would be rejected again.
  const canRetry =
    state === 'cancelled' || state === 'waiting' || (state === 'failed' && problem?.code !== 'not_accepted')
  const canTakeTranscript = upload.isRecording === true && state !== 'done' && state !== 'interrupted'
  return (
    <li className={classes.item} {...(canTakeTranscript && transcriptDrop(upload))}>
      <span className={classes.name}>
        <bdi>{state === 'done' ? <ImportedName upload={upload} /> : name}</bdi>
        {upload.transcriptName !== undefined && (
          <span className={classes.transcript}> with {upload.transcriptName}</span>
        )}
      </span>
      <span className={classes.buttons}>
        {isActive(upload) && (
          <IconButton icon="close" label={`Cancel ${name}`} onClick={() => cancelUpload(id)} />
        )}
        {canRetry && (
          <IconButton
            icon="retry"
            label={state === 'waiting' ? `Try ${name} now` : `Upload ${name} again`}
            onClick={() => retryUpload(id)}
          />
        )}
        {state === 'interrupted' && upload.saved && <InterruptedButtons id={id} saved={upload.saved} />}
        {!isActive(upload) && state !== 'interrupted' && (
          <IconButton icon="close" label={`Remove ${name} from list`} onClick={() => dismissUpload(id)} />
        )}
      </span>
      <span className={classes.state}>
        <State upload={upload} />
      </span>
      {(state === 'sending' || state === 'waiting') && (
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
  const isOnline = useOnline()
  if (isActive(upload) && !isOnline)
    return <StatusLabel tone="waiting">Waiting for the connection</StatusLabel>
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
    case 'waiting':
      return (
        <StatusLabel tone="waiting">
          {`Trying again soon. ${upload.problem?.message ?? 'The connection was lost.'}`}
        </StatusLabel>
      )
    case 'interrupted':
      return (
        <StatusLabel tone={upload.problem ? 'failed' : 'waiting'}>
          {upload.problem?.message ?? 'Interrupted. Choose the same file to resume.'}
        </StatusLabel>
      )
    case 'cancelled':
      return <StatusLabel tone="quiet">Cancelled</StatusLabel>
    case 'failed':
      return <StatusLabel tone="failed">{upload.problem?.message ?? 'Failed'}</StatusLabel>
    case 'done':
      return <Added kind={upload.kind} name={upload.key ?? ''} />
  }
}

/** Opens what was imported. */
function ImportedName({ upload: { kind, key = '', name } }: { upload: Upload }) {
  const { data, error } = useQuery(queryOf(getImport, { params: { kind, key } }))
  if (!data || error || data.status === 'failed') return name
  return <Link to={openPath(data)}>{name}</Link>
}

/** After the upload, shows the status of the import. */
function Added({ kind, name }: { kind: Upload['kind']; name: string }) {
  const { data, error } = useQuery(queryOf(getImport, { params: { kind, key: name } }))
  if (isInletError(error) && error.status === 404) return <StatusLabel tone="quiet">Removed</StatusLabel>
  if (!data) return <StatusLabel tone="ready">Uploaded</StatusLabel>
  const { tone, text } = statusOf(data)
  return <StatusLabel tone={tone}>{text}</StatusLabel>
}

function InterruptedButtons({ id, saved }: { id: number; saved: NonNullable<Upload['saved']> }) {
  const input = useRef<HTMLInputElement>(null)
  const resume = async () => {
    if (!(await reopen(id, saved, { canAsk: true }))) input.current?.click()
  }
  return (
    <>
      <IconButton icon="upload" label={`Resume ${saved.name}`} onClick={() => void resume()} />
      <IconButton icon="close" label={`Discard ${saved.name}`} onClick={() => void discardInterrupted(id)} />
      <FileInput
        ref={input}
        label={`File of ${saved.name}`}
        isSingle={saved.transcriptName === undefined && !saved.media?.length}
        onPick={(files) => void resumeOne(id, saved, files)}
      />
    </>
  )
}
