import { cancelTranscription, getRecording, type Recording } from '@inlet/contract/workspace'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { timeLeft } from '../../ui/format/time.ts'
import { Icon } from '../../ui/Icon.tsx'
import { TextButton } from '../../ui/TextButton.tsx'
import { languageName } from './language-name.ts'
import classes from './TranscriptState.module.css'

/** Progress of a recording that is transcribed again, or why that failed. */
export function AgainState({ recording }: { recording: Recording }) {
  const { owner, key, again } = recording
  const { can_write: canWrite } = useSession()
  const client = useQueryClient()
  const stop = useMutation({
    mutationFn: () => call(cancelTranscription, { params: { owner, key } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [getRecording.operationId] }),
  })
  if (!again) return null
  const left = again.seconds_left === null ? '' : `, ${timeLeft(again.seconds_left)}`
  return (
    <div className={classes.state} role={again.failure ? 'alert' : 'status'}>
      <Icon name={again.failure ? 'failed' : 'working'} />
      <div>
        {again.failure
          ? `Transcribing again failed, and the transcript is unchanged. ${again.failure.message}`
          : `Transcribing again in ${languageName(again.language)} · ${again.percent} %${left}. The transcript below is replaced when it is complete.`}{' '}
        {canWrite && (
          <TextButton disabled={stop.isPending} onClick={() => stop.mutate()}>
            {again.failure ? 'Dismiss' : 'Cancel transcription'}
          </TextButton>
        )}
        <FormProblem error={stop.error} />
      </div>
    </div>
  )
}
