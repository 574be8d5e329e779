export type { DocumentPage } from './documents/pages.ts'
export type {
  DocumentNotice,
  DocumentRequest,
  DocumentStage,
  ProcessedDocument,
} from './documents/process-document.ts'
export { processDocument } from './documents/process-document.ts'
export type { FailureCode, ProcessingFailure, Result } from './failures.ts'
export type { ImageRequest, ProcessedImage } from './images/process-image.ts'
export { processImage } from './images/process-image.ts'
export { endedProgramsCpuMs } from './sandbox/child-cpu.ts'
export { probeSandbox } from './sandbox/probe.ts'
export type { Sandbox } from './sandbox/sandbox.ts'
export { SandboxError } from './sandbox/sandbox.ts'
export { sweepWorkDirs, withWorkDir } from './work-dir.ts'
