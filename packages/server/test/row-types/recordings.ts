/** The statements that the tests ran, as recorded. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface RecordedLine {
  /** The literal parts of the template, which identify the place in the source. */
  template: string[]
  /** The whole statement, with the fragments it was built from. */
  text: string
  nullColumns: string[]
}

export interface RecordedStatement {
  text: string
  /** Columns that were null in some row of some test. */
  nullColumns: Set<string>
}

/** By the literal parts of the template. */
export type Recordings = Map<string, RecordedStatement[]>

export const templateKey = (parts: readonly string[]): string => JSON.stringify(parts)

export function readRecordings(folder: string): Recordings {
  const recordings: Recordings = new Map()
  for (const name of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (line !== '') addLine(recordings, JSON.parse(line) as RecordedLine)
    }
  }
  return recordings
}

function addLine(recordings: Recordings, { template, text, nullColumns }: RecordedLine): void {
  const key = templateKey(template)
  const statements = recordings.get(key) ?? []
  recordings.set(key, statements)
  const known = statements.find((other) => other.text === text)
  if (!known) statements.push({ text, nullColumns: new Set(nullColumns) })
  for (const column of nullColumns) known?.nullColumns.add(column)
}
