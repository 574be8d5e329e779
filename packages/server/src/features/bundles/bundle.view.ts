import { type BegunBundle, type BundleImport, bundlesPath, type VolumeDescriptor } from '@inlet/contract'
import type { BundleRow } from './bundles.repo.ts'

export const linksOf = ({ key }: Pick<BundleRow, 'key'>): BundleImport['links'] => ({
  complete: `${bundlesPath}/${key}/complete`,
  status: `${bundlesPath}/${key}/status`,
})

export const viewBegunBundle = (row: BundleRow, descriptors: VolumeDescriptor[]): BegunBundle => ({
  bundle_key: row.key,
  status: row.status,
  num_volumes: row.volume_count,
  upload_urls: descriptors,
  links: linksOf(row),
})

export const viewBundle = (row: BundleRow): BundleImport => ({
  bundle_key: row.key,
  status: row.status,
  progress: row.progress,
  num_volumes: row.volume_count,
  project_id: row.project_id,
  omitted: row.omitted,
  unmatched: row.unmatched,
  error_code: row.failure_code,
  error_reason: row.failure_message,
  created_at: row.created_at.toISOString(),
  completed_at: row.completed_at?.toISOString() ?? null,
  links: linksOf(row),
})
