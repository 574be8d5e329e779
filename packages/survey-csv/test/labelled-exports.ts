/** Exports in several languages with the type of each column; see exports/README.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSurvey } from '../src/read/open-survey.ts'
import type { ColumnType } from '../src/typing/column-types.ts'

type Label = {
  readonly language: string
  readonly tool: string
  readonly isHeldOut: boolean
  readonly headerRows: number
  readonly columns: readonly {
    readonly header: string
    readonly type: ColumnType
    readonly accept?: readonly ColumnType[]
  }[]
}

const folder = join(import.meta.dirname, 'exports')

export function openLabelledExports() {
  const labels = JSON.parse(readFileSync(join(folder, 'labels.json'), 'utf8')) as Record<string, Label>
  return Object.entries(labels).map(([file, label]) => ({
    file,
    label,
    open: () => openSurvey([readFileSync(join(folder, file))]),
  }))
}
