import type { PrivacyAnalyzer } from '@inlet/processors'
import type { Db } from '../../platform/db/database.ts'
import type { Attempt } from '../../platform/jobs/attempt.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import type { Processing } from '../document-processing/document-processing.public.handler.ts'
import type { ImportedRecording } from './recording-lifecycle.repo.ts'
import type { Speech } from './speech.ts'

/** Finds personal data. */
export interface Protection {
  analyzers: readonly PrivacyAnalyzer[]
  /** Folder of the models that detect faces and text. */
  modelsDir: string
}

export interface RecordingDeps {
  db: Db
  store: ObjectStore
  enqueue: Enqueue
  processing: Processing
  speech: Speech
  protection: Protection
}

export interface RecordingStepRequest {
  recording: ImportedRecording
  attempt: Attempt
  workDir: string
}
