export type { DocumentPage } from './documents/pages.ts'
export type { DocumentRequest } from './documents/process-document.ts'
export { processDocument } from './documents/process-document.ts'
export type {
  DocumentNotice,
  DocumentProgress,
  DocumentStage,
  ProcessedDocument,
} from './documents/processed-document.ts'
export type { FailureCode, ProcessingFailure, Result } from './failures.ts'
export type { ImageRequest, ProcessedImage } from './images/process-image.ts'
export { processImage } from './images/process-image.ts'
export type { MediaRequest } from './media/process-media.ts'
export { processMedia, readSound } from './media/process-media.ts'
export type {
  MediaNotice,
  MediaProgress,
  MediaStage,
  ProcessedMedia,
  Rendition,
  Waveform,
} from './media/processed-media.ts'
export { chooseOcrLanguages, listOcrLanguages, type OcrLanguages } from './ocr-languages.ts'
export * from './privacy/privacy.ts'
export { openRunCgroups } from './sandbox/cgroup.ts'
export { endedProgramsCpuMs } from './sandbox/child-cpu.ts'
export { isShortOf, minFreeInodes, readFreeSpace } from './sandbox/disk.ts'
export { probeSandbox } from './sandbox/probe.ts'
export type { Sandbox, SandboxErrorCode } from './sandbox/sandbox.ts'
export { SandboxError } from './sandbox/sandbox.ts'
export * from './speech/speech.ts'
export { findMissingTools } from './tools.ts'
export { type FittingTranscript, readTranscriptFile } from './transcripts/read-transcript-file.ts'
export type { BadTranscript } from './transcripts/transcript-verdict.ts'
export { openWorkRoot, sweepWorkDirs, withWorkDir } from './work-dir.ts'
