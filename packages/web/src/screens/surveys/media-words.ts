/** What became of a media file, in words. Pure. */
import type { SurveyMedia } from '@inlet/contract/workspace'
import type { StatusTone } from '../../ui/StatusWord.tsx'

type Media = Pick<SurveyMedia, 'status' | 'recording_status' | 'failure' | 'recording_failure'>

export function mediaStatus({ status, recording_status: recording }: Media): {
  tone: StatusTone
  text: string
} {
  switch (status) {
    case 'PENDING':
      return { tone: 'waiting', text: 'Not sent' }
    case 'UPLOADED':
      return { tone: 'working', text: 'Being linked' }
    case 'FAILED':
      return { tone: 'failed', text: 'Not linked' }
    case 'LINKED':
      if (recording === 'failed') return { tone: 'partial', text: 'Linked, not transcribed' }
      return recording === 'ready'
        ? { tone: 'ready', text: 'Ready' }
        : { tone: 'working', text: 'Being transcribed' }
  }
}

export const mediaReason = ({ failure, recording_failure: recording }: Media): string | undefined =>
  (failure ?? recording)?.message

/** `4:07`, `1:02:09`. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const two = (n: number) => String(n).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
