export { deriveGuid } from './guid.ts'
export { defaultLimits, type QdpxLimits, QdpxRefused, type RefusalCode } from './limits.ts'
export { createNames } from './names.ts'
export { type OpenQdpx, openQdpx } from './read/open-qdpx.ts'
export { type ImportPlan, type PlannedLabel, type PlannedRecord, planImport } from './read/plan-import.ts'
export type {
  FileReference,
  ReadCase,
  ReadCode,
  ReadCoding,
  ReadProject,
  ReadSegment,
  ReadSource,
  ReadText,
  ReadTranscript,
  ReadVariable,
  SourceKind,
  Unmatched,
} from './read/project.ts'
export { countCodePoints, plainText } from './text.ts'
export {
  type QdeCase,
  type QdeCode,
  type QdeSet,
  type QdeSource,
  type QdeVariable,
  writeProjectXml,
} from './write/project-xml.ts'
export { type SpokenSegment, type SyncPoint, transcriptText } from './write/transcript-text.ts'
export type { CaseValue, VariableType } from './write/values.ts'
