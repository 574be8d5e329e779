/** Imports of bundles, for the worker and the sweeper. */
export { auditBundle } from './audit-bundle.ts'
export { deleteBundlesOfProject, finishBundle } from './bundle-lifetime.repo.ts'
export {
  type BundleFile,
  type BundleToRun,
  type BundleVolume,
  countBundleFiles,
  countPackedFiles,
  findBundleFile,
  findBundleToRun,
  findUnlisted,
  insertPackedFiles,
  type ListedEntry,
  listBundleFiles,
  listBundleVolumes,
  listFolder,
  listFoldersOf,
  listOtherFiles,
  markVolumeListed,
  type PackedFile,
  reportBundleProgress,
  saveEntryObject,
  saveManifest,
  saveManifestEntries,
  saveUnmatched,
  takeBundleObjects,
} from './bundle-run.repo.ts'
export type { importBundle } from './import-bundle.job.ts'
export { endBundleInFailure, sweepBundles } from './sweep-bundles.ts'
