import { exportRecordingTranscript, type Recording } from '@inlet/contract/workspace'
import { Menu } from '@mantine/core'
import { buildUrl } from '../../api/call.ts'
import { MoreMenu } from '../../ui/MoreMenu.tsx'

const formats = ['txt', 'srt', 'vtt', 'json'] as const

/** Downloads, and on phones the details, which have no room below the player there. */
export function RecordingMenu(props: { recording: Recording; onShowAbout: (() => void) | undefined }) {
  const { recording, onShowAbout } = props
  return (
    <MoreMenu>
      {onShowAbout && <Menu.Item onClick={onShowAbout}>Speakers and details</Menu.Item>}
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
      {!recording.transcript?.is_whole && !recording.original_url && !onShowAbout && (
        <Menu.Item disabled>
          {recording.status === 'failed' ? 'Nothing to download' : 'Nothing to download yet'}
        </Menu.Item>
      )}
    </MoreMenu>
  )
}
