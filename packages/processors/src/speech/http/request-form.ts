/** The form in which a piece is sent. */

import { primarySubtag } from '../speech-engine.ts'

/**
 * What we ask for, best first. Some servers know no times of words, some (and some models) no times at all; they answer 400
 * or 422 to such a wish, and are asked for less.
 */
const wishes: readonly (readonly (readonly [name: string, value: string])[])[] = [
  [
    ['response_format', 'verbose_json'],
    ['timestamp_granularities[]', 'segment'],
    ['timestamp_granularities[]', 'word'],
  ],
  [['response_format', 'verbose_json']],
  [['response_format', 'json']],
]

/** The last wish, for text alone. */
export const plainWish = wishes.length - 1

export type Question = {
  readonly wav: Blob
  readonly model: string
  readonly language: string | undefined
  /** Which of the wishes, from 0. */
  readonly wish: number
}

export function buildForm({ wav, model, language, wish }: Question): FormData {
  const form = new FormData()
  form.append('model', model)
  const subtag = primarySubtag(language ?? '')
  // Other tags ("und", "x-…") name no language that a model could know.
  if (/^[a-z]{2,3}$/.test(subtag) && subtag !== 'und') form.append('language', subtag)
  form.append('temperature', '0')
  for (const [name, value] of wishes[wish] ?? []) form.append(name, value)
  form.append('file', wav, 'piece.wav')
  return form
}
