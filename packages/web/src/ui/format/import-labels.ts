/** Labels for the kind, status, progress and steps of an import. */

import type { Import, ImportFilter, ImportStep } from '@inlet/contract/workspace'
import type { IconName } from '../Icon.tsx'
import type { StatusTone } from '../StatusLabel.tsx'
import { formatCount } from './count.ts'
import { stageLabels } from './stage-labels.ts'
import { timeLeft } from './time.ts'

export const filterLabels: Record<ImportFilter, string> = {
  needs_attention: 'Needs attention',
  working: 'Processing',
  done: 'Done',
  all: 'All',
}

const mediaIcons: Record<NonNullable<Import['media']>, IconName> = {
  audio: 'recording',
  video: 'video',
  document: 'document',
  image: 'image',
}

export function iconOf({ kind, media }: Import): IconName {
  if (kind === 'survey') return 'survey'
  if (kind === 'insight') return 'insight'
  return media ? mediaIcons[media] : 'document'
}

export interface StatusText {
  tone: StatusTone
  text: string
}

export function statusOf(item: Import): StatusText {
  switch (item.status) {
    case 'failed':
      return { tone: 'failed', text: 'Failed' }
    case 'waiting':
      return { tone: 'waiting', text: 'Missing a part' }
    case 'ready':
      return item.notices.length > 0
        ? { tone: 'partial', text: 'Ready with warnings' }
        : { tone: 'ready', text: 'Ready' }
    case 'working':
      return { tone: 'working', text: workingText(item) }
  }
}

/** Counts when the total is known, otherwise the stage. */
function workingText({ kind, progress, parts }: Import): string {
  if (progress) return `${stageLabels[progress.stage]} · ${progress.percent} %`
  if (parts && parts.total > 1)
    return `Reading part ${formatCount(Math.min(parts.done + 1, parts.total))} of ${formatCount(parts.total)}`
  return kind === 'survey' ? 'Reading answers' : 'Queued'
}

/** The share for the progress bar, when known. */
export function shareDone({ progress, parts, status }: Import): number | undefined {
  if (status !== 'working') return undefined
  if (progress) return progress.percent / 100
  return parts && parts.total > 1 ? parts.done / parts.total : undefined
}

export function timeLeftText({ progress }: Import): string | undefined {
  return progress?.seconds_left == null ? undefined : timeLeft(progress.seconds_left)
}

export const stepLabels: Record<ImportStep['name'], string> = {
  received: 'Received',
  stored: 'Stored',
  converted: 'Converted',
  read: 'Read',
  transcribed: 'Transcribed',
  protected: 'Protected',
  ready: 'Ready',
}

export const kindLabels: Record<Import['kind'], string> = {
  file: 'File',
  insight: 'Insight',
  survey: 'Survey',
}

export const keyOfImport = ({ kind, key }: Pick<Import, 'kind' | 'key'>): string => `${kind}/${key}`
