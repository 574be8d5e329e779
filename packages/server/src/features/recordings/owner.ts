import type { Tx } from '../../platform/db/database.ts'
import type { Failure } from '../extraction/extraction.public.ts'
import type { PrivacySnapshot } from '../projects/projects.public.ts'
import type { Progress } from './progress.ts'

/** The record a recording belongs to. Each answer is false when the record no longer waits for this work. */
export interface RecordingOwner {
  /** The recording stays closed: what is kept is not shown, and succeeding means that it can be protected. */
  isPrivate: boolean
  keep(tx: Tx, recordingId: number): Promise<boolean>
  /** Called in the same transaction as `keep`, when there is something to be heard. */
  enqueueTranscription(tx: Tx): Promise<void>
  succeed(tx: Tx): Promise<boolean>
  fail(tx: Tx, failure: Failure): Promise<boolean>
  report(progress: Progress): Promise<void>
}

export interface RecordingToTranscribe {
  recordingId: number
  teamId: number
  /** In which its project speaks. */
  language: string
  isPrivate: boolean
}

export interface RecordingToProtect {
  /** The closed one. */
  recordingId: number
  teamId: number
  language: string
  settings: PrivacySnapshot['settings']
}

export interface OpenedRecord {
  /** Of the upload and our copy of it, where the team keeps none. */
  originalKeys: string[]
}

/** The record of a recording that is closed until it is protected. */
export interface PrivateOwner extends Pick<RecordingOwner, 'fail' | 'report'> {
  /**
   * From here on the protected recording is shown, and the closed one is nobody's; so are the originals that are named.
   * Undefined when the record no longer waits for it.
   */
  open(tx: Tx, recordingId: number): Promise<OpenedRecord | undefined>
}
