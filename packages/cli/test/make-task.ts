/** Import tasks for unit tests. */
import { localFile } from '../src/files/import-source.ts'
import type { ImportTask, NextStep } from '../src/imports/import-task.ts'
import type { Entry } from '../src/journal/entries.ts'

export function makeTask(step: NextStep['step'], facts: Partial<ImportTask> = {}): ImportTask {
  const path = '/notes/a.txt'
  const entry: Entry = { id: 'a', path, print: '', as: 'file', state: 'sent', bytes: 5, mtime: '1', key: 'k' }
  return {
    path,
    displayPath: 'a.txt',
    name: 'a.txt',
    kind: 'document',
    bytes: 5,
    source: localFile(path, 'a.txt'),
    as: 'file',
    next: step === 'start' ? { step, why: 'new' } : { step, entry },
    ...facts,
  }
}
