/** Real and synthetic exports with labels from a folder next to the repository; empty if that folder is missing. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSurvey } from '../src/read/open-survey.ts'

type Label = {
  readonly encoding: string
  readonly delimiter: string
  readonly header_rows: number
  readonly columns: readonly {
    readonly header: string
    readonly type: string
    readonly accept?: readonly string[]
  }[]
}

const folder = join(import.meta.dirname, '../../../../shared/samples/surveys')

export function openSamples() {
  const labelFile = join(folder, 'labels.json')
  if (!existsSync(labelFile)) return []
  const labels = JSON.parse(readFileSync(labelFile, 'utf8')) as Record<string, Label>
  return Object.entries(labels).map(([file, label]) => ({
    file,
    label,
    open: () => openSurvey([readFileSync(join(folder, file))]),
  }))
}
