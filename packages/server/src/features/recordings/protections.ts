/** Lists what was applied to a protected recording. Pure. */
import type { Protection } from '@inlet/contract/workspace'

/** As stored by the worker; older releases stored fewer fields. */
export interface PrivacyRecord {
  settings?: { anonymize_video?: string | null }
  picture?: string
  sound?: string
  beeps?: number
  redactions?: number
  aliases?: number
}

export function protectionsOf(record: PrivacyRecord | null): Protection[] {
  if (record === null) return []
  const { picture, sound, settings } = record
  const isCovered = picture === 'cover'
  const acted: [Protection, boolean][] = [
    ['words_redacted', (record.redactions ?? 0) > 0],
    ['words_beeped', (record.beeps ?? 0) > 0],
    ['voices_altered', sound === 'altered'],
    ['sound_removed', sound === 'removed'],
    ['faces_covered', isCovered && settings?.anonymize_video === 'blur_faces'],
    ['text_covered', isCovered],
    ['picture_blurred', picture === 'blur'],
    ['picture_blanked', picture === 'blank'],
    ['picture_removed', picture === 'remove'],
    ['speakers_numbered', (record.aliases ?? 0) > 0],
  ]
  return acted.filter(([, hasActed]) => hasActed).map(([protection]) => protection)
}
