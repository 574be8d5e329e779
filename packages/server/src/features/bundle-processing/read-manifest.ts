/** Reads the manifest and compares it with the files of the volumes. */
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import {
  type BundleFile,
  countPackedFiles,
  findBundleFile,
  findUnlisted,
  type ListedEntry,
  saveManifest,
  saveManifestEntries,
} from '../bundles/bundles.public.ts'
import {
  folderOf,
  isArchiveBomb,
  isObject,
  isSafePath,
  limits,
  manifestPath,
  versionProblem,
} from './bundle.policy.ts'
import { bundleFault } from './bundle-fault.ts'
import type { BundleImport } from './bundle-import.ts'
import { readLines } from './read-lines.ts'
import { openVolume } from './volume-reader.ts'

const Head = Compile(
  Type.Object({
    format: Type.Unknown(),
    format_version: Type.Unknown(),
    contents: Type.Optional(Type.Array(Type.String())),
    omitted: Type.Optional(Type.Record(Type.String({ maxLength: 50 }), Type.Integer())),
  }),
)
const Entry = Type.Object({
  path: Type.String(),
  volume: Type.String({ maxLength: 200 }),
  size_bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  role: Type.String({ maxLength: 40 }),
})
type Entry = Static<typeof Entry>
const checkEntry = Compile(Entry)

const entriesAtOnce = 1_000

/** Does nothing when an earlier attempt has saved it. */
export async function readManifest(run: BundleImport): Promise<void> {
  const { deps, bundle, attempt } = run
  if (bundle.has_manifest) return
  const file = await findBundleFile(deps.db, bundle.id, manifestPath)
  if (!file) throw bundleFault('manifest_missing')
  if (isArchiveBomb(file.bytes, file.packedBytes)) throw bundleFault('archive_bomb', manifestPath)
  // The store must not be called in the transaction, so the entries are collected in batches before it.
  const manifest = await parseManifest(run, file)
  await inTransaction(deps.db, async (tx) => {
    for (const batch of manifest.batches) await saveBatch(tx, run, batch)
    const unlisted = await findUnlisted(tx, bundle.id, manifestPath)
    if (unlisted !== undefined) throw bundleFault('entry_unlisted', unlisted)
    await saveManifest(tx, bundle.id, manifest.omitted)
    await attempt.advance(tx)
  })
}

interface Manifest {
  omitted: Record<string, number>
  batches: NumberedEntry[][]
}

type NumberedEntry = Entry & { number: number }

async function parseManifest(run: BundleImport, file: BundleFile): Promise<Manifest> {
  const volume = run.volumes.find(({ number }) => number === file.volume)
  if (!volume) throw bundleFault('manifest_missing')
  const content = readDeclared(openVolume(run.deps.store, volume, run.attempt.signal).readFile(file), file)
  const parsed = file.bytes <= limits.wholeManifestBytes ? await parseWhole(content) : parseLines(content)
  const head = await parsed.next()
  const omitted = checkHead(head.value)
  // The manifest itself is one of them, so a manifest with as many entries lists a file that no volume has.
  const maxEntries = await countPackedFiles(run.deps.db, run.bundle.id)
  if (maxEntries > limits.entriesABundle) throw bundleFault('too_large', 'The bundle')
  const batches: NumberedEntry[][] = []
  let number = 0
  for await (const entry of parsed) {
    if (!checkEntry.Check(entry)) throw bundleFault('manifest_invalid', 'an entry lacks a field')
    number += 1
    const { path, volume: inVolume, size_bytes, sha256, role } = entry
    if (!isSafePath(path) || path === manifestPath) throw bundleFault('unsafe_path', JSON.stringify(path))
    if (number % entriesAtOnce === 1) batches.push([])
    batches.at(-1)?.push({ path, volume: inVolume, size_bytes, sha256, role, number })
    // Reading more would only cost memory: saving these reports the missing file.
    if (number === maxEntries) break
  }
  return { omitted, batches }
}

/** Archives may declare fewer bytes than a file unpacks to, and limits are checked with what they declare. */
async function* readDeclared(
  content: AsyncIterable<Uint8Array>,
  { bytes }: BundleFile,
): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of content) {
    read += chunk.length
    if (read > bytes)
      throw bundleFault('manifest_invalid', 'it unpacks to more bytes than its volume declares')
    yield chunk
  }
}

/** The head, then the entries. */
async function parseWhole(content: AsyncIterable<Uint8Array>): Promise<AsyncGenerator<unknown>> {
  const text = Buffer.concat(await Array.fromAsync(content)).toString()
  const manifest = parseJson(text) as { entries?: unknown }
  async function* all() {
    yield manifest
    if (!Array.isArray(manifest.entries)) throw bundleFault('manifest_invalid', 'it has no entries')
    yield* manifest.entries as unknown[]
  }
  return all()
}

const headEnd = '"entries":['

/** As exports write it: the head in the first line, then an entry in each. */
async function* parseLines(content: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  let isHead = true
  let hasEnded = false
  for await (const line of readLines(content, manifestPath)) {
    if (isHead) {
      if (!line.endsWith(headEnd)) throw bundleFault('manifest_invalid', 'its first line is incomplete')
      yield parseJson(`${line}]}`)
    } else if (line === ']}') hasEnded = true
    else if (line !== '') yield parseJson(line.endsWith(',') ? line.slice(0, -1) : line)
    isHead = false
  }
  if (!hasEnded) throw bundleFault('manifest_invalid', 'it ends too early')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw bundleFault('manifest_invalid', 'it is not JSON')
  }
}

/** Returns what the export had left out. */
function checkHead(head: unknown): Record<string, number> {
  if (!Head.Check(head)) throw bundleFault('not_a_bundle')
  const version = String(head.format_version)
  switch (versionProblem(head.format, head.format_version)) {
    case 'not_a_bundle':
      throw bundleFault('not_a_bundle')
    case 'too_new':
      throw bundleFault('unsupported_version', version, 'Upgrade this server, then import the bundle again.')
    case 'too_old':
      throw bundleFault('unsupported_version', version, 'Export the project again with a newer release.')
    default:
  }
  if (!['originals', 'derived'].every((content) => head.contents?.includes(content)))
    throw bundleFault('contents_missing')
  return head.omitted ?? {}
}

async function saveBatch(tx: Tx, { bundle }: BundleImport, batch: readonly NumberedEntry[]): Promise<void> {
  const paths = new Set<string>()
  for (const { path } of batch) {
    if (paths.has(path)) throw bundleFault('duplicate_entry', path)
    paths.add(path)
  }
  const entries: ListedEntry[] = batch.map(({ number, path, role, size_bytes, sha256 }) => ({
    number,
    path,
    folder: folderOf(path),
    role,
    bytes: size_bytes,
    sha256,
  }))
  const { missing, saved } = await saveManifestEntries(tx, bundle.id, entries)
  const [first] = missing
  if (first !== undefined)
    throw bundleFault('entry_missing', first, batch.find(({ path }) => path === first)?.volume ?? 'a volume')
  const large = saved.find(({ role, bytes }) => isObject(role) && bytes > limits.objectBytes)
  if (large) throw bundleFault('too_large', large.path)
  const bomb = saved.find(
    ({ role, bytes, packedBytes }) => !isObject(role) && isArchiveBomb(bytes, packedBytes),
  )
  if (bomb) throw bundleFault('archive_bomb', bomb.path)
}
