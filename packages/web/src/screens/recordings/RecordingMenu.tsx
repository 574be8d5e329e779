import { exportRecordingTranscript, type Recording } from '@inlet/contract/workspace'
import { Menu } from '@mantine/core'
import { Suspense, useState } from 'react'
import { buildUrl } from '../../api/call.ts'
import { useSession } from '../../api/session.ts'
import { useRecordActions } from '../../manage/use-record-actions.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { MoreMenu } from '../../ui/MoreMenu.tsx'
import type { TranscriptPanel } from './use-transcript-editing.tsx'

const TranscribeAgain = lazyComponent(() => import('./TranscribeAgain.tsx'), 'TranscribeAgain')

const formats = ['txt', 'srt', 'vtt', 'json'] as const

/** Editing, transcribing again, downloads, and on phones the details, which have no room below the player there. */
export function RecordingMenu(props: {
  recording: Recording
  onShowAbout: (() => void) | undefined
  onPanel: (panel: TranscriptPanel) => void
}) {
  const { recording, onShowAbout, onPanel } = props
  const { can_write: canWrite } = useSession()
  const actions = useRecordActions(managed(recording))
  const [isAgainOpen, setAgainOpen] = useState(false)
  const canTranscribe =
    canWrite &&
    recording.can_transcribe_again &&
    (recording.again === null || recording.again.failure !== null)
  return (
    <>
      <MoreMenu>
        {onShowAbout && <Menu.Item onClick={onShowAbout}>Speakers and details</Menu.Item>}
        {canWrite && recording.transcript?.is_whole && recording.transcript.segment_count > 0 && (
          <>
            <Menu.Item onClick={() => onPanel('replace')} rightSection={<kbd>⇧ R</kbd>}>
              Find and replace
            </Menu.Item>
            <Menu.Item onClick={() => onPanel('history')} rightSection={<kbd>⇧ H</kbd>}>
              Transcript history
            </Menu.Item>
          </>
        )}
        {canTranscribe && <Menu.Item onClick={() => setAgainOpen(true)}>Transcribe again</Menu.Item>}
        {recording.transcript?.is_whole &&
          formats.map((format) => (
            <Menu.Item
              key={format}
              component="a"
              href={buildUrl(exportRecordingTranscript.path, {
                owner: recording.owner,
                key: recording.key,
                format,
              })}
              download
            >
              Download transcript ({format})
            </Menu.Item>
          ))}
        {recording.original_url && (
          <Menu.Item component="a" href={recording.original_url} rel="noreferrer">
            Download original
          </Menu.Item>
        )}
        {actions?.menuItems}
        {!recording.transcript?.is_whole && !recording.original_url && !onShowAbout && !actions && (
          <Menu.Item disabled>
            {recording.status === 'failed' ? 'Nothing to download' : 'Nothing to download yet'}
          </Menu.Item>
        )}
      </MoreMenu>
      {actions?.dialogs}
      <Suspense>
        {isAgainOpen && <TranscribeAgain recording={recording} onClose={() => setAgainOpen(false)} />}
      </Suspense>
    </>
  )
}

/** A media file is managed with its survey. */
const managed = ({ owner, key, name, project }: Recording) =>
  owner === 'file' ? ({ kind: 'file', key, name, project } as const) : undefined
