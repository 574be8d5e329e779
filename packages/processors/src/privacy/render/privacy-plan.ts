/** What the privacy settings of a project come to for one recording. Pure. */

import type { CategoryId } from '../categories.ts'
import { defaultCategories, isCategoryId } from '../categories.ts'

/** As the HTTP API names and stores them. */
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
  /** Empty when nothing is looked for. */
  readonly categories: readonly CategoryId[]
  readonly redactsTranscript: boolean
  readonly speakers: 'keep' | 'only_participants' | 'participants_and_researchers'
}

/** The stronger setting makes the weaker moot: what is removed is not blurred, and nobody looks for faces in it. */
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
  // On-screen names belong to blurred faces, and text on the screen is what personal data in a picture is.
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

/** Who names what to redact, or where, wants it redacted, unless they say the opposite. */
function redacts({ redact_pii, pii_redaction_category, pii_redaction_type }: PrivacySettings): boolean {
  return redact_pii ?? ((pii_redaction_category ?? []).length > 0 || (pii_redaction_type ?? []).length > 0)
}

/** Text and sound alike when nobody says where: words that are only hidden in one of them are not hidden. */
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
