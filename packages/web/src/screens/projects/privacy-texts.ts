/** What each privacy setting does, and what it does not guarantee. As in docs/privacy.md. */
import type { PrivacyDraft, RedactedPart } from './settings-draft.ts'

export const partLabels: Record<RedactedPart, string> = {
  transcript: 'Transcript',
  audio: 'Sound',
  video: 'Text in the picture',
}

type Switch = {
  [Name in keyof PrivacyDraft]: PrivacyDraft[Name] extends boolean ? Name : never
}[keyof PrivacyDraft]

interface PrivacyText {
  label: string
  does: string
  /** Empty if there is nothing to add. */
  limits: string
}

export const switchTexts: Record<Switch, PrivacyText> = {
  redact_pii: {
    label: 'Redact personal data',
    does: 'Replaces names, addresses and similar details with their category in the transcript, and beeps them in the audio.',
    limits: 'What is not detected remains, and so does what the speech engine did not recognize.',
  },
  audio_modulation: {
    label: 'Alter voices',
    does: 'Changes pitch and sound of all voices.',
    limits: 'A voice is altered, not anonymous: manner of speaking and content remain.',
  },
  remove_audio: {
    label: 'Remove sound',
    does: 'Removes sound and transcript. Audio files cannot be imported then.',
    limits: 'Lip reading remains possible.',
  },
  video_name_blur: {
    label: 'Cover text in the picture',
    does: 'Covers on-screen text, such as the names in a call.',
    limits: 'Text that appears for less than two seconds may be missed.',
  },
  blank_video: { label: 'Blank picture', does: 'Replaces the picture with plain gray.', limits: '' },
  remove_video: { label: 'Remove picture', does: 'Keeps only the sound.', limits: '' },
}

export const switchOrder: readonly Switch[] = [
  'redact_pii',
  'audio_modulation',
  'remove_audio',
  'video_name_blur',
  'blank_video',
  'remove_video',
]

export const faceChoices = [
  { value: '', label: 'Keep the picture' },
  { value: 'blur_faces', label: 'Cover faces and text' },
  { value: 'blur_entire_video', label: 'Blur the entire picture' },
] as const

export const faceTexts: Record<string, string> = {
  '': 'Faces stay visible.',
  blur_faces:
    'A face may be missed if it is cut off, turned away, very small or visible only for a moment. Hair, body, room and voice remain.',
  blur_entire_video: 'Light, colour and rough movement remain.',
}

export const speakerChoices = [
  { value: '', label: 'Keep names' },
  { value: 'only_participants', label: 'Replace participants’ names' },
  { value: 'participants_and_researchers', label: 'Replace participants’ and researchers’ names' },
] as const

export const speakerTexts: Record<string, string> = {
  '': 'Speakers keep the names that the speech engine or a transcript gives them.',
  only_participants:
    'Speakers become “Participant 1”, “Participant 2”. To remove spoken names, turn on “Redact personal data”.',
  participants_and_researchers:
    'Team members become “Researcher 1” as well, if the speech engine returns their name.',
}
