/** Exports, for other features. */
export { auditExport } from './audit-export.ts'
export { deleteExportsOfProject, deleteExportsOfRecord } from './delete-exports.ts'
export { volumeName } from './export.view.ts'
export { takeVolumes } from './export-lifetime.repo.ts'
export { exportProject } from './export-project.job.ts'
export {
  beginSnapshot,
  completeExport,
  deleteEntries,
  type EntryHead,
  type ExportToRun,
  findExportToRun,
  insertPendingEntries,
  insertVolume,
  listFinishedEntries,
  listPendingEntries,
  type ManifestEntry,
  type PendingEntry,
  reportProgress,
  saveAsOf,
  saveOmitted,
  saveVolumeEntries,
} from './export-run.repo.ts'
export { endInFailure, sweepExports } from './sweep-exports.ts'
