/** Labelled transcripts: the fixtures of this package, and samples in a folder next to the repository if it exists. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type LabelledCue = {
  readonly start_ms: number | null
  readonly end_ms: number | null
  readonly speaker: string | null
  readonly text: string
}

export type Label = {
  readonly format: string
  readonly error?: string
  readonly cues?: readonly LabelledCue[]
  /** The other cues may be anything. */
  readonly cues_loose?: readonly LabelledCue[]
  readonly count?: number
  readonly sha256?: string
  readonly warnings?: readonly string[]
  readonly skipped?: number
  readonly recording_ms?: number
  readonly language?: string
}

export interface Sample {
  readonly file: string
  readonly label: Label
  readonly bytes: Uint8Array
}

const folders = {
  fixtures: join(import.meta.dirname, 'fixtures'),
  samples: join(import.meta.dirname, '../../../../shared/samples/transcripts'),
}

export function readSamples(): { folder: string; samples: Sample[] }[] {
  return Object.entries(folders)
    .filter(([, path]) => existsSync(join(path, 'labels.json')))
    .map(([folder, path]) => {
      const labels = JSON.parse(readFileSync(join(path, 'labels.json'), 'utf8')) as Record<string, Label>
      const samples = Object.entries(labels).map(([file, label]) => ({
        file,
        label,
        bytes: readFileSync(join(path, file)),
      }))
      return { folder, samples }
    })
}
