/** One attempt to import a file: its record and its entry in the journal. */
import type { ImportProgress } from '@inlet/sdk'
import { type Identity, isSame } from '../files/identity.ts'
import type { ImportSource } from '../files/import-source.ts'
import type { Entry } from '../journal/entries.ts'
import type { Journal } from '../journal/journal.ts'
import type { Uploader } from '../upload/create-uploader.ts'
import { FileProblem } from './file-problem.ts'
import type { BegunRecord, BegunUpload, Records } from './records.ts'

export interface SendDeps {
  records: Records
  journal: Journal
  uploader: Uploader
  projectId: number
  signal: AbortSignal
  onProgress: (progress: ImportProgress) => void
  /** Called when the upload has finished, so that another one can start. */
  onSent: () => void
  /** The record that an earlier run created in a batch, with a new descriptor. Undefined if there is none. */
  beginAgain: (entry: Entry) => Promise<BegunRecord | undefined>
}

export interface Attempt {
  /** Of the entry in the journal. */
  id: string
  key: string
  /** As the file was when the attempt began. */
  identity: Identity
  isInParts: boolean
  isSent: boolean
  /** What the service returned when the record was created, in this run. */
  begun?: BegunUpload
}

/** `gone`: the attempt cannot be completed any more, and its entry is dropped. */
export type StepResult = 'done' | 'gone'

/** If the file changed while it was read, the upload is a mix of both versions and must not be completed. */
export async function isUnchanged(source: ImportSource, before: Identity): Promise<boolean> {
  const now = await source.identify()
  return now !== undefined && isSame(before, now)
}

export const changedWhileRead = () =>
  new FileProblem('changed while it was being read. Import it again once nothing writes to it')
