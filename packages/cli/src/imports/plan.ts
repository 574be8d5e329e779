/** Selects the files to import, decides what they become, and plans the next step for each. */
import type { Found, FoundFile, SkippedFile } from '../files/find-files.ts'
import { identify } from '../files/identity.ts'
import { findObstacle, kindOf } from '../files/kinds.ts'
import type { ImportAs } from '../journal/entries.ts'
import type { Journal } from '../journal/journal.ts'
import { type DecideOptions, decide } from './decide.ts'
import type { ImportTask, NextStep } from './import-task.ts'

export type Candidate = Omit<ImportTask, 'next'>

export interface Sorted {
  candidates: Candidate[]
  skipped: SkippedFile[]
}

/** `as: insight` applies to documents only; the service imports everything else as a file. */
export function sortFiles({ files, skipped }: Found, as: ImportAs): Sorted {
  const candidates: Candidate[] = []
  const out = [...skipped]
  for (const { path, displayPath, name, bytes } of files) {
    const obstacle = findObstacle(name, bytes)
    const kind = kindOf(name)
    if (obstacle !== undefined || !kind) out.push({ displayPath, reason: obstacle ?? '' })
    else candidates.push({ path, displayPath, name, bytes, kind, as: kind === 'document' ? as : 'file' })
  }
  return { candidates, skipped: out }
}

export async function planTasks(
  journal: Pick<Journal, 'entries' | 'write'>,
  candidates: readonly Candidate[],
  options: DecideOptions,
): Promise<ImportTask[]> {
  const tasks: ImportTask[] = []
  for (const candidate of candidates)
    tasks.push({ ...candidate, next: await planNextStep(journal, candidate, options) })
  return tasks
}

export async function planNextStep(
  journal: Pick<Journal, 'entries' | 'write'>,
  { path, as }: Pick<FoundFile, 'path'> & { as: ImportAs },
  options: DecideOptions,
): Promise<NextStep> {
  const identity = await identify(path)
  // Deleted since it was found; sending it reports the error.
  if (!identity) return { step: 'start', why: 'new' }
  return decide(journal, { path, as, ...identity }, options)
}
