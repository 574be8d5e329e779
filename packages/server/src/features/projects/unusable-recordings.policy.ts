import type { PrivacySettings } from '@inlet/contract'

export type UnusableRecordings = 'all' | 'audio' | null

/** The kinds of recordings of which the privacy settings would leave nothing to play. */
export function unusableRecordings(isOn: boolean, settings: PrivacySettings): UnusableRecordings {
  if (!isOn || settings.remove_audio !== true) return null
  return settings.remove_video === true ? 'all' : 'audio'
}
