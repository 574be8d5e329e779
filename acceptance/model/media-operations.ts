/** What each call on the media of a survey may answer in each state, and what it changes. */
import { type Answer, keyOf, listOf } from './answer.ts'
import { isUnknownKey, onSurvey, refused, type SurveyOperation, unknownKey } from './survey-operations.ts'
import { hasMedia, type Media, type SurveySettings } from './survey-state.ts'

const newMedia = (name: string, key: string): Media => ({
  name,
  status: 'PENDING',
  key,
  isUploaded: false,
  isLinking: false,
  level: null,
  recording: null,
  replaced: null,
})

export function registerMedia(settings: SurveySettings, names: readonly string[]): SurveyOperation {
  const keys = new Map(names.map((name) => [name, unknownKey()]))
  return onSurvey((survey) => {
    const isAllowed = survey.status === 'AWAITING_UPLOAD' || survey.status === 'FAILED'
    if (!hasMedia(settings) || !isAllowed) return [refused(survey, 400)]
    const known = new Map(survey.media.map((one) => [one.name, one]))
    const described = names.filter((name) => (known.get(name)?.status ?? 'PENDING') === 'PENDING')
    const keyFor = (answer: Answer | undefined, name: string, otherwise: string) => {
      const found = answer && listOf(answer, 'media_files').find((one) => one['filename'] === name)
      return found ? keyOf(found) : otherwise
    }
    return [
      {
        allows: (answer) =>
          answer.status === 201 &&
          listOf(answer, 'media_files')
            .map((one) => one['filename'])
            .join('\n') === described.join('\n') &&
          // A pending file keeps its key.
          described.every((name) => {
            const { key = '' } = known.get(name) ?? {}
            return key === '' || isUnknownKey(key) || keyFor(answer, name, '') === key
          }),
        next: (answer) => ({
          ...survey,
          media: [
            ...survey.media.map((one) =>
              one.status === 'PENDING' ? { ...one, key: keyFor(answer, one.name, one.key) } : one,
            ),
            ...names
              .filter((name) => !known.has(name))
              .map((name) => newMedia(name, keyFor(answer, name, keys.get(name) ?? ''))),
          ],
        }),
      },
    ]
  })
}

export const uploadMedia = (key: string): SurveyOperation =>
  onSurvey((survey) => [
    {
      allows: (answer) => answer.status >= 200 && answer.status < 300,
      next: () => ({
        ...survey,
        media: survey.media.map((one) => (one.key === key ? { ...one, isUploaded: true } : one)),
      }),
    },
  ])

/** Replaces the file, under another name if one is given. */
export function retryMedia(name: string, newName: string = name): SurveyOperation {
  const key = unknownKey()
  return onSurvey((survey) => {
    const media = survey.media.find((one) => one.name === name)
    if (!media) return [refused(survey, 404)]
    const isRetryable =
      media.status === 'PENDING' ||
      media.status === 'FAILED' ||
      (media.status === 'LINKED' && media.recording === 'error')
    const isTaken = survey.media.some(
      (one) => one !== media && (one.name === newName || one.replaced?.name === newName),
    )
    if (!isRetryable || isTaken) return [refused(survey, 400)]
    const replaced = media.status === 'LINKED' ? { name: media.name, level: media.level } : media.replaced
    return [
      {
        allows: (answer) =>
          answer.status === 200 && answer.body['filename'] === newName && keyOf(answer.body) !== media.key,
        next: (answer) => ({
          ...survey,
          media: survey.media.map((one) =>
            one === media ? { ...newMedia(newName, answer ? keyOf(answer.body) : key), replaced } : one,
          ),
        }),
      },
    ]
  })
}

export const withdrawMedia = (name: string): SurveyOperation =>
  onSurvey((survey) => {
    const media = survey.media.find((one) => one.name === name)
    if (!media) return [refused(survey, 404)]
    if (media.status !== 'PENDING' && media.status !== 'FAILED') return [refused(survey, 400)]
    const restored: Media[] = media.replaced
      ? [
          {
            ...newMedia(media.replaced.name, 'the key of a linked file is never used again'),
            status: 'LINKED',
            level: media.replaced.level,
            recording: 'error',
            isUploaded: true,
          },
        ]
      : []
    return [
      {
        allows: (answer) => answer.status === 204,
        next: () => ({
          ...survey,
          media: survey.media.flatMap((one) => (one === media ? restored : [one])),
        }),
      },
    ]
  })
