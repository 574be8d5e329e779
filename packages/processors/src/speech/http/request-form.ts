/** Builds the form for a piece. */

import { primarySubtag } from '../speech-engine.ts'

/**
 * The requested details, best first. Some servers do not support word times, some no times at all; they respond with
 * 400 or 422 and then get requests for less.
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

/** The last level: text only. */
export const plainWish = wishes.length - 1

export type Question = {
  readonly wav: Blob
  readonly model: string
  readonly language: string | undefined
  /** The level of detail, from 0. */
  readonly wish: number
}

export function buildForm({ wav, model, language, wish }: Question): FormData {
  const form = new FormData()
  form.append('model', model)
  const subtag = primarySubtag(language ?? '')
  // Other tags ("und", "x-…") are not languages that a model supports.
  if (/^[a-z]{2,3}$/.test(subtag) && subtag !== 'und') form.append('language', subtag)
  form.append('temperature', '0')
  for (const [name, value] of wishes[wish] ?? []) form.append(name, value)
  form.append('file', wav, 'piece.wav')
  return form
}
