/** An event as one line for people. */
import type { InletEvent } from '@inlet/sdk'
import { padEnd, printable } from '../../output/text.ts'

const typeWidth = 22

export function eventLine({ timestamp, type, data }: InletEvent): string {
  const time = timestamp.replace('T', ' ').replace(/(\.\d+)?Z$/, '')
  const key = data.wav_key ?? data.insight_key ?? data.media_key ?? data.upload_key ?? data.webhook_key ?? ''
  const details = [
    key,
    data.part_number === undefined ? '' : `part ${data.part_number}`,
    data.respondent_id === undefined ? '' : `respondent ${data.respondent_id}`,
    data.disabled_reason ?? '',
    data.project_id === null ? '' : `project ${data.project_id}`,
  ]
  return printable([time, padEnd(type, typeWidth), ...details.filter(Boolean)].join('  ').trimEnd())
}
