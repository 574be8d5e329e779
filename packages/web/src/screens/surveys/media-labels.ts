/** Status labels of media files. */

import type { SurveyMedia } from '@inlet/contract/workspace'
import { mediaTime } from '../../ui/format/media-time.ts'
import type { StatusTone } from '../../ui/StatusLabel.tsx'

type Media = Pick<SurveyMedia, 'status' | 'recording_status' | 'failure' | 'recording_failure'>

export function mediaStatus({ status, recording_status: recording }: Media): {
  tone: StatusTone
  text: string
} {
  switch (status) {
    case 'PENDING':
      return { tone: 'waiting', text: 'Missing' }
    case 'UPLOADED':
      return { tone: 'working', text: 'Matching' }
    case 'FAILED':
      return { tone: 'failed', text: 'Unmatched' }
    case 'LINKED':
      if (recording === 'failed') return { tone: 'partial', text: 'Matched, not transcribed' }
      return recording === 'ready'
        ? { tone: 'ready', text: 'Ready' }
        : { tone: 'working', text: 'Transcribing' }
  }
}

export const mediaReason = ({ failure, recording_failure: recording }: Media): string | undefined =>
  (failure ?? recording)?.message

/** `4:07`, `1:02:09`. */
export const formatDuration = (ms: number): string => mediaTime(Math.round(ms / 1000))
