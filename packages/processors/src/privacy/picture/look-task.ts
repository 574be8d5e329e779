/** What the worker and the process that looks at pictures say to each other. */

import type { Demuxer } from '../../media/demuxer.ts'

/** Names in the job's directory. */
export const coverFilm = 'cover.mkv'
export const foundFile = 'found.json'

export type LookTask = {
  /** `find`: look at the recording and write the cover. `check`: look at what was rendered, and mend the cover. */
  readonly step: 'find' | 'check'
  readonly name: string
  readonly demuxer: Demuxer
  /** Null when nobody asked for it. */
  readonly faceModel: string | null
  readonly textModel: string | null
}

export type LookAnswer = {
  /** The size that is rendered. */
  readonly width: number
  readonly height: number
  /** How often something was seen, counted over all pictures. */
  readonly faces: number
  readonly texts: number
  readonly missed: number
}

const names = ['width', 'height', 'faces', 'texts', 'missed'] as const

/** Checked although both sides are ours: the process has read uploaded pictures. */
export function isLookAnswer(value: unknown): value is LookAnswer {
  if (typeof value !== 'object' || value === null) return false
  const found = new Map<string, unknown>(Object.entries(value))
  return names.every((name) => Number.isSafeInteger(found.get(name)))
}
