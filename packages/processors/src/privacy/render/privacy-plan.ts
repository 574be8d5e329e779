/** Derives the processing of a recording from the privacy settings of its project. */

import type { CategoryId } from '../categories.ts'
import { defaultCategories, isCategoryId } from '../categories.ts'

/** Named and stored like in the HTTP API. */
export type PrivacySettings = {
  readonly redact_pii?: boolean
  readonly pii_redaction_category?: readonly number[]
  readonly pii_redaction_type?: readonly string[]
  readonly anonymize_video?: 'blur_faces' | 'blur_entire_video' | null
  readonly audio_modulation?: boolean
  readonly blank_video?: boolean
  readonly remove_video?: boolean
  readonly remove_audio?: boolean
  readonly video_name_blur?: boolean
  readonly speaker_anonymization?: 'only_participants' | 'participants_and_researchers' | null
}

export type PicturePlan =
  | { readonly kind: 'keep' | 'remove' | 'blank' | 'blur' }
  | { readonly kind: 'cover'; readonly faces: boolean; readonly texts: boolean }

export type SoundPlan =
  | { readonly kind: 'remove' }
  | { readonly kind: 'keep'; readonly alters: boolean; readonly beeps: boolean }

export type PrivacyPlan = {
  readonly picture: PicturePlan
  readonly sound: SoundPlan
  /** Empty if nothing is redacted. */
  readonly categories: readonly CategoryId[]
  readonly redactsTranscript: boolean
  readonly speakers: 'keep' | 'only_participants' | 'participants_and_researchers'
}

/** The stronger setting wins: video that is removed is not blurred or searched for faces. */
export function planPrivacy(settings: PrivacySettings): PrivacyPlan {
  const sound = planSound(settings)
  const finds = sound.kind === 'keep' && redacts(settings)
  const redactsTranscript = finds && includesType(settings, 'transcript')
  const beeps = sound.kind === 'keep' && sound.beeps
  return {
    picture: planPicture(settings),
    sound,
    categories: beeps || redactsTranscript ? categoriesOf(settings) : [],
    redactsTranscript,
    speakers: settings.speaker_anonymization ?? 'keep',
  }
}

function planPicture(settings: PrivacySettings): PicturePlan {
  if (settings.remove_video === true) return { kind: 'remove' }
  if (settings.blank_video === true) return { kind: 'blank' }
  if (settings.anonymize_video === 'blur_entire_video') return { kind: 'blur' }
  const faces = settings.anonymize_video === 'blur_faces'
  // Blurring faces includes on-screen names, and on-screen text is the personal data of a picture.
  const isTextRedacted = redacts(settings) && settings.pii_redaction_type?.includes('video') === true
  const texts = faces || settings.video_name_blur === true || isTextRedacted
  return faces || texts ? { kind: 'cover', faces, texts } : { kind: 'keep' }
}

function planSound(settings: PrivacySettings): SoundPlan {
  if (settings.remove_audio === true) return { kind: 'remove' }
  return {
    kind: 'keep',
    alters: settings.audio_modulation === true,
    beeps: redacts(settings) && includesType(settings, 'audio'),
  }
}

/** Naming categories or a target requests redaction unless it is explicitly off. */
function redacts({ redact_pii, pii_redaction_category, pii_redaction_type }: PrivacySettings): boolean {
  return redact_pii ?? ((pii_redaction_category ?? []).length > 0 || (pii_redaction_type ?? []).length > 0)
}

/** Both transcript and sound by default: words redacted in only one of them are not hidden. */
function includesType(
  { pii_redaction_type: types = [] }: PrivacySettings,
  type: 'audio' | 'transcript',
): boolean {
  return types.length === 0 || types.includes(type)
}

function categoriesOf({ pii_redaction_category: ids = [] }: PrivacySettings): readonly CategoryId[] {
  const known = ids.filter(isCategoryId)
  return known.length > 0 ? known : defaultCategories
}
