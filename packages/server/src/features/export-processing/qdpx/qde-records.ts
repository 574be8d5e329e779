/**
 * What `project.qde` will contain, as lines on the local disk: which files exist is known only after the snapshot, when the
 * store may be called, and cases come before the sources that they refer to.
 */
import { join } from 'node:path'
import type { QdeCase, QdeCode, QdeSet, QdeVariable, SyncPoint } from '@inlet/refi-qda'
import { createLineFile, type LineFile } from './line-file.ts'

export interface SourceFile {
  kind: 'rich' | 'pdf' | 'picture' | 'audio' | 'video'
  /** Of the object. */
  key: string
  extension: string
}

export interface SourceRecord {
  guid: string
  name: string
  createdAt: string
  recordKey: string | null
  /** The first one that still exists is its file; without any, its text is all there is. */
  files: SourceFile[]
  /** Of the text file, and of the element that refers to it. */
  textGuid: string | null
  /** Of a transcript. */
  points: SyncPoint[] | null
}

/** Times are strings in JSON. */
export type CaseRecord = Omit<QdeCase, 'values'> & {
  values: { variable: string; type: QdeVariable['type']; value: string | number | boolean }[]
}

export interface QdeRecords {
  project: { name: string; createdAt: Date } | null
  codes: QdeCode[]
  variables: QdeVariable[]
  sources: LineFile<SourceRecord>
  cases: LineFile<CaseRecord>
  sets: LineFile<QdeSet>
}

export const createQdeRecords = (dir: string, signal: AbortSignal): QdeRecords => ({
  project: null,
  codes: [],
  variables: [],
  sources: createLineFile(join(dir, 'sources'), signal),
  cases: createLineFile(join(dir, 'cases'), signal),
  sets: createLineFile(join(dir, 'sets'), signal),
})
