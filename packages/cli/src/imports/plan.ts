/** Selects the files to import, decides what they become, and plans the next step for each. */
import type { Found, FoundFile, SkippedFile } from '../files/find-files.ts'
import { identify } from '../files/identity.ts'
import { localFile } from '../files/import-source.ts'
import { findObstacle, kindOf } from '../files/kinds.ts'
import { noTranscripts, type Transcripts } from '../files/transcripts.ts'
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
export function sortFiles(
  { files, skipped }: Found,
  as: ImportAs,
  transcripts: Transcripts = noTranscripts,
): Sorted {
  const candidates: Candidate[] = []
  const out = [...skipped]
  const sentAlong = new Set([...transcripts.values()].map(({ path }) => path))
  for (const { path, displayPath, name, bytes } of files) {
    if (sentAlong.has(path)) continue
    const obstacle = findObstacle(name, bytes)
    const kind = kindOf(name)
    if (obstacle !== undefined || !kind) out.push({ displayPath, reason: obstacle ?? '' })
    else {
      const transcript = transcripts.get(path)
      candidates.push({
        path,
        displayPath,
        name,
        bytes,
        kind,
        source: localFile(path, name),
        as: kind === 'document' ? as : 'file',
        ...(transcript && { transcript }),
      })
    }
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
