/** Which of the files that were found are imported, as what, and what is left to do for each. */
import type { Found, FoundFile, LeftOut } from '../files/find-files.ts'
import { identify } from '../files/identity.ts'
import { findObstacle, kindOf } from '../files/kinds.ts'
import type { ImportAs } from '../journal/entries.ts'
import type { Journal } from '../journal/journal.ts'
import { type DecideOptions, decide } from './decide.ts'
import type { Todo, Work } from './work.ts'

export type Candidate = Omit<Work, 'todo'>

export interface Sorted {
  candidates: Candidate[]
  leftOut: LeftOut[]
}

/** `as: insight` is for documents; everything else stays a file, since the service knows no other way for it. */
export function sortFiles({ files, leftOut }: Found, as: ImportAs): Sorted {
  const candidates: Candidate[] = []
  const out = [...leftOut]
  for (const { path, shown, name, bytes } of files) {
    const obstacle = findObstacle(name, bytes)
    const kind = kindOf(name)
    if (obstacle !== undefined || !kind) out.push({ shown, reason: obstacle ?? '' })
    else candidates.push({ path, shown, name, bytes, kind, as: kind === 'document' ? as : 'file' })
  }
  return { candidates, leftOut: out }
}

export async function planWorks(
  journal: Pick<Journal, 'entries' | 'write'>,
  candidates: readonly Candidate[],
  options: DecideOptions,
): Promise<Work[]> {
  const works: Work[] = []
  for (const candidate of candidates)
    works.push({ ...candidate, todo: await planTodo(journal, candidate, options) })
  return works
}

export async function planTodo(
  journal: Pick<Journal, 'entries' | 'write'>,
  { path, as }: Pick<FoundFile, 'path'> & { as: ImportAs },
  options: DecideOptions,
): Promise<Todo> {
  const identity = await identify(path)
  // Gone since it was found: sending it will say so.
  if (!identity) return { step: 'start', why: 'new' }
  return decide(journal, { path, as, ...identity }, options)
}
