/** Status of the transcript, above its lines or instead of them. */

import { getRecording, type Recording, retryTranscription } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { mediaTime } from '../../ui/format/media-time.ts'
import { stageLabels } from '../../ui/format/stage-labels.ts'
import { timeLeft } from '../../ui/format/time.ts'
import { Icon } from '../../ui/Icon.tsx'
import { AgainState } from './AgainState.tsx'
import classes from './TranscriptState.module.css'

export function TranscriptState({ recording, lineCount }: { recording: Recording; lineCount: number }) {
  const { status, transcript, progress, notices, is_private: isPrivate } = recording
  if (status === 'failed') return <Failed recording={recording} />
  if (status !== 'ready') {
    const left = progress?.seconds_left == null ? '' : `, ${timeLeft(progress.seconds_left)}`
    return (
      <p className={classes.state} role="status">
        <Icon name="working" />
        {transcript && lineCount > 0
          ? `Transcribed up to ${mediaTime(transcript.heard_ms / 1000)}${left}.`
          : `${stageText(recording)}${left}. ${isPrivate ? 'Nothing is shown until protection is complete.' : 'Lines appear here as they are transcribed.'}`}
      </p>
    )
  }
  if (lineCount > 0)
    return (
      <>
        <AgainState recording={recording} />
        {notices.map(({ code, message }) => (
          <p key={code} className={classes.state}>
            <Icon name="failed" />
            {message}
          </p>
        ))}
      </>
    )
  const [notice] = notices
  return (
    <>
      <AgainState recording={recording} />
      <div className={classes.empty}>
        <p className={classes.title}>No speech</p>
        <p>{notice?.message ?? 'No speech was detected. You can still play the recording.'}</p>
      </div>
    </>
  )
}

const stageText = ({ progress, transcript }: Recording): string =>
  progress ? stageLabels[progress.stage] : transcript ? stageLabels.transcribing : 'Queued'

function Failed({
  recording: { owner, key, failure, can_retry: canRetry, rendition_path: path, is_private: isPrivate },
}: {
  recording: Recording
}) {
  const { can_write: canWrite } = useSession()
  const client = useQueryClient()
  const retry = useMutation({
    mutationFn: () => call(retryTranscription, { params: { owner, key } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [getRecording.operationId] }),
  })
  return (
    <div className={classes.failed} role="alert">
      <p className={classes.title}>
        <Icon name="failed" />
        {isPrivate ? 'Protection failed' : 'Transcription failed'}
      </p>
      <p>{failure?.message}</p>
      {path !== null && <p>The recording is stored and can be played.</p>}
      <FormProblem error={retry.error} />
      {canRetry && canWrite && (
        <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
          {isPrivate ? 'Try again' : 'Retry transcription'}
        </Button>
      )}
      {failure && <p className={classes.code}>{failure.code}</p>}
    </div>
  )
}
