/**
 * Imports the REFI-QDA project of another program: its sources are stored as objects, one commit each, then they become files of
 * a new project in one transaction, which are processed like uploads. A restarted job goes on after the last stored object.
 * See docs/adr/0100.
 */
import { join } from 'node:path'
import { type OpenQdpx, openQdpx, planImport, QdpxRefused } from '@inlet/refi-qda'
import { inTransaction } from '../../../platform/db/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { fetchObject } from '../../../platform/object-store/transfer.ts'
import {
  type BundleVolume,
  countBundleFiles,
  insertPackedFiles,
  markVolumeListed,
  saveManifest,
  saveManifestEntries,
  saveUnmatched,
} from '../../bundles/bundles.public.ts'
import { requireStorageFor } from '../../team/team.public.ts'
import { readFileName, ruleOf } from '../../uploads/uploads.public.ts'
import { folderOf } from '../bundle.policy.ts'
import { bundleFault } from '../bundle-fault.ts'
import { requireKey } from '../require-key.ts'
import { addQdpxProject } from './add-qdpx-project.ts'
import {
  maxArchiveBytes,
  type QdpxSelection,
  qdpxLimits,
  selectImportable,
  transcriptFile,
} from './importable-sources.ts'
import type { QdpxImport } from './qdpx-import.ts'
import { type QdpxContent, storeContents } from './store-contents.ts'

export async function importQdpx(run: QdpxImport): Promise<void> {
  const [volume, another] = run.volumes
  if (!volume) throw bundleFault('volume_changed', '1')
  if (another) throw bundleFault('qdpx_unreadable', 'It must be uploaded as the only volume.')
  try {
    const archive = await openVolume(run, volume)
    try {
      await importArchive(run, volume, archive)
    } finally {
      archive.close()
    }
  } catch (error) {
    if (error instanceof QdpxRefused) throw bundleFault('qdpx_unreadable', error.message)
    throw error
  }
}

async function openVolume({ deps, dir, attempt }: QdpxImport, { object }: BundleVolume): Promise<OpenQdpx> {
  if (object.bytes > maxArchiveBytes) throw bundleFault('too_large', 'The archive')
  const path = join(dir, 'project.qdpx')
  if (!(await fetchObject(deps.store, object, path, { signal: attempt.signal })))
    throw bundleFault('volume_changed', '1')
  return openQdpx(path, qdpxLimits)
}

async function importArchive(run: QdpxImport, volume: BundleVolume, archive: OpenQdpx): Promise<void> {
  const { deps, bundle, key } = run
  const selection = selectImportable(planImport(archive.project), acceptName)
  const contents = listContents(archive, selection)
  if (!bundle.has_manifest) await saveContents(run, volume, { selection, contents })
  const { bytes } = await countBundleFiles(deps.db, bundle.id)
  await requireStorageFor(deps, key.teamId, bytes)
  await storeContents(run, contents)
  await addQdpxProject({ ...run, key: await requireKey(run) }, selection)
}

function acceptName(fileName: string) {
  try {
    const format = readFileName('name', fileName, ['document', 'image', 'audio', 'video'])
    return { extension: format.extension, kind: format.kind, maxBytes: ruleOf(format).maxBytes }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** Numbered like the rows of the import, in the same order in every attempt. */
function listContents({ readText, openFile }: OpenQdpx, { files }: QdpxSelection): QdpxContent[] {
  return files.flatMap(({ content, extension, transcript }, i): QdpxContent[] => {
    const readTextBytes = async () =>
      content.from === 'text' ? Buffer.from((await readText(content.text)) ?? '') : Buffer.alloc(0)
    const original: QdpxContent = {
      number: 2 * i + 1,
      path: `files/${i + 1}/original.${extension}`,
      role: 'original',
      measure: async () => (content.from === 'file' ? content.bytes : (await readTextBytes()).length),
      open: async () => (content.from === 'file' ? openFile(content.file) : [await readTextBytes()]),
    }
    if (!transcript) return [original]
    const bytes = () => Buffer.from(transcriptFile(transcript))
    return [
      original,
      {
        number: 2 * i + 2,
        path: `files/${i + 1}/transcript.json`,
        role: 'transcript',
        measure: async () => bytes().length,
        open: async () => [bytes()],
      },
    ]
  })
}

const contentsAtOnce = 1_000

/** So that the sweeper finds their objects if the import fails. */
async function saveContents(
  { deps, bundle, attempt }: QdpxImport,
  { number: volume }: BundleVolume,
  { selection, contents }: { selection: QdpxSelection; contents: readonly QdpxContent[] },
): Promise<void> {
  const measured: (QdpxContent & { bytes: number })[] = []
  for (const content of contents) {
    attempt.signal.throwIfAborted()
    measured.push({ ...content, bytes: await content.measure() })
  }
  await inTransaction(deps.db, async (tx) => {
    for (let from = 0; from < measured.length; from += contentsAtOnce) {
      const batch = measured.slice(from, from + contentsAtOnce)
      const packed = { headerOffset: 0, isCompressed: false }
      await insertPackedFiles(
        tx,
        bundle.id,
        volume,
        batch.map(({ path, bytes }) => ({ ...packed, path, bytes, packedBytes: bytes })),
      )
      await saveManifestEntries(
        tx,
        bundle.id,
        // The archive has no checksums of its own; those of ZIP are verified when a file is read.
        batch.map(({ number, path, role, bytes }) => ({
          number,
          path,
          folder: folderOf(path),
          role,
          bytes,
          sha256: '',
        })),
      )
    }
    await markVolumeListed(tx, bundle.id, volume)
    await saveManifest(tx, bundle.id, {})
    await saveUnmatched(tx, bundle.id, selection.unmatched)
    await attempt.advance(tx)
  })
}
