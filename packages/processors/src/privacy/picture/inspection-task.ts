/** The messages between the worker and the frame inspection process. */

import type { Demuxer } from '../../media/demuxer.ts'

/** File names in the job's directory. */
export const coverFilm = 'cover.mkv'
export const foundFile = 'found.json'

export type InspectionTask = {
  /** `find`: inspect the recording and write the mask. `check`: inspect the rendered result and extend the mask. */
  readonly step: 'find' | 'check'
  readonly name: string
  readonly demuxer: Demuxer
  /** Null if not requested. */
  readonly faceModel: string | null
  readonly textModel: string | null
}

export type InspectionResult = {
  /** The size of the rendition. */
  readonly width: number
  readonly height: number
  /** The number of detections over all frames. */
  readonly faces: number
  readonly texts: number
  readonly missed: number
}

const names = ['width', 'height', 'faces', 'texts', 'missed'] as const

/** Validated although both sides are ours, because the process has read uploaded pictures. */
export function isInspectionResult(value: unknown): value is InspectionResult {
  if (typeof value !== 'object' || value === null) return false
  const found = new Map<string, unknown>(Object.entries(value))
  return names.every((name) => Number.isSafeInteger(found.get(name)))
}
