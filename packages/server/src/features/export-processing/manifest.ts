/** manifest.json: what is in an export, and what was left out. */
import type { Db } from '../../platform/db/database.ts'
import {
  type ExportToRun,
  listFinishedEntries,
  type ManifestEntry,
  volumeName,
} from '../exports/exports.public.ts'
import { formatVersion, type Omitted } from './export.policy.ts'

export interface ManifestRequest {
  run: ExportToRun
  asOf: Date
  omitted: Omitted
  productVersion: string
  /** The volume that contains the manifest. */
  volume: number
}

const entriesAtOnce = 1_000

/** One entry per line, written while the entries of finished volumes are read from the database. */
export async function* writeManifest(
  db: Db,
  { run, asOf, omitted, productVersion, volume }: ManifestRequest,
  ofThisVolume: readonly ManifestEntry[],
): AsyncGenerator<string> {
  const head = {
    format: 'inlet-bundle',
    format_version: formatVersion,
    product_version: productVersion,
    export_key: run.key,
    project_id: run.project_id,
    as_of: asOf.toISOString(),
    contents: run.contents,
    omitted,
  }
  yield `${JSON.stringify(head).slice(0, -1)},"entries":[`
  let separator = '\n'
  const lineOf = (entry: ManifestEntry, ofVolume: number) => {
    const line = `${separator}${JSON.stringify(viewEntry(entry, volumeName(run.key, ofVolume)))}`
    separator = ',\n'
    return line
  }
  for (let after = 0; ; ) {
    const entries = await listFinishedEntries(db, run.id, after, entriesAtOnce)
    for (const entry of entries) yield lineOf(entry, entry.volume)
    const last = entries.at(-1)
    if (!last || entries.length < entriesAtOnce) break
    after = last.number
  }
  for (const entry of ofThisVolume) yield lineOf(entry, volume)
  yield '\n]}\n'
}

const viewEntry = ({ path, bytes, sha256, role, recordKey }: ManifestEntry, volume: string) => ({
  path,
  volume,
  size_bytes: bytes,
  sha256,
  role,
  key: recordKey,
})
