/** How the transcript is, above its lines or in place of them. */
import { getRecording, type Recording, retryTranscription } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useSession } from '../../app/session.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { mediaTime } from '../../ui/format/media-time.ts'
import { timeLeft } from '../../ui/format/time.ts'
import { Icon } from '../../ui/Icon.tsx'
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
          ? `Transcribed to ${mediaTime(transcript.heard_ms / 1000)}${left}.`
          : `${stageText(recording)}${left}. ${isPrivate ? 'Nothing is shown before it is protected.' : 'Lines appear here as they are heard.'}`}
      </p>
    )
  }
  if (lineCount > 0)
    return (
      <>
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
    <div className={classes.empty}>
      <p className={classes.title}>No words</p>
      <p>{notice?.message ?? 'Nobody was heard speaking in the recording. It can be played all the same.'}</p>
    </div>
  )
}

const stages = {
  fetching: 'Being checked',
  converting: 'Being converted',
  transcribing: 'Being transcribed',
  protecting: 'Being protected',
}
const stageText = ({ progress, transcript }: Recording): string =>
  progress ? stages[progress.stage] : transcript ? 'Being transcribed' : 'In line'

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
        {isPrivate ? 'Could not be protected' : 'Not transcribed'}
      </p>
      <p>{failure?.message}</p>
      {path !== null && <p>The recording itself is stored and can be played.</p>}
      <FormProblem error={retry.error} />
      {canRetry && canWrite && (
        <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
          {isPrivate ? 'Try again' : 'Retry the transcription'}
        </Button>
      )}
      {failure && <p className={classes.code}>{failure.code}</p>}
    </div>
  )
}
