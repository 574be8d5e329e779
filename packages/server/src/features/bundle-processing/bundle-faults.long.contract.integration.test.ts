/** Bundles that cannot be imported. */
import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawZip } from '../../../../../acceptance/harness/zip.ts'
import type { TestApp } from '../../../test/harness/app.ts'
import { type BundleBench, startBundleBench } from '../../../test/harness/bundle-bench.ts'
import { bundlesOf, importBundleNow } from '../../../test/harness/bundles.ts'
import type { Bundle, Manifest } from '../../../test/harness/exports.ts'
import { zipOf } from '../../../test/harness/zip.ts'
import { emptyTrash } from '../uploads/uploads.public.ts'

let bench: BundleBench
let app: TestApp
let receiver: string
let source: Bundle
let volumes: Buffer[]

beforeAll(async () => {
  bench = await startBundleBench()
  ;({ app, receiver, source, volumes } = bench)
}, 120_000)
afterAll(() => bench.close())

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** All files of the bundle, with the manifest that `change` makes of theirs. */
function filesWith(
  changed: Record<string, Buffer | null> = {},
  change: (manifest: Manifest) => object = (manifest) => manifest,
): Map<string, Buffer> {
  const files = new Map(source.paths.map((path) => [path, source.bytes(path)]))
  for (const [path, content] of Object.entries(changed))
    if (content === null) files.delete(path)
    else files.set(path, content)
  files.set('manifest.json', Buffer.from(JSON.stringify(change(structuredClone(source.manifest)))))
  return files
}

/** The manifest is changed as well, so that only the content is wrong. */
const filesReplacing = (path: string, content: Buffer) =>
  filesWith({ [path]: content }, (manifest) => ({
    ...manifest,
    entries: manifest.entries.map((entry) =>
      entry.path === path ? { ...entry, size_bytes: content.length, sha256: sha256(content) } : entry,
    ),
  }))

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const tables = [
    'project',
    'file',
    'insight',
    'survey',
    'survey_part',
    'survey_media',
    'response',
    'respondent',
    'note',
  ]
  const more = [
    'extraction',
    'extraction_page',
    'recording',
    'transcript',
    'participant',
    'bundle_entry',
    'bundle_volume',
  ]
  for (const table of [...tables, ...more]) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
      app.deps.db,
    )
    counts[table] = rows[0]?.n ?? 0
  }
  return counts
}

async function expectFailure(content: Buffer | Buffer[], code: string, reason: RegExp): Promise<void> {
  const before = await countRows()
  const objects = await listObjects()
  const api = bundlesOf(app, receiver)
  const key = await api.begin(Array.isArray(content) ? content : [content])
  await importBundleNow(app.deps, key)
  const status = await api.status(key)
  expect({ ...status, error_reason: '' }).toMatchObject({
    status: 'failed',
    error_code: code,
    project_id: null,
  })
  expect(status.error_reason).toMatch(reason)
  expect(status.error_reason).toMatch(/(Upload|upload|Download|Export|Upgrade|Contact|Delete|Import)/)
  expect(await countRows()).toEqual(before)
  await emptyTrash(app.deps)
  expect(await listObjects()).toEqual(objects)
}

async function listObjects(): Promise<string[]> {
  await emptyTrash(app.deps)
  const keys: string[] = []
  for await (const page of app.deps.store.list()) keys.push(...page.map(({ key }) => key))
  return keys.sort()
}

describe('EXP-9 a bundle that cannot be imported fails as a whole and leaves nothing behind', () => {
  const first = () => source.manifest.entries.find(({ role }) => role === 'original')?.path ?? ''

  it('with a wrong checksum', async () => {
    const content = Buffer.from(source.bytes(first()))
    content[0] = (content[0] ?? 0) ^ 1
    await expectFailure(await zipOf(filesWith({ [first()]: content })), 'checksum_mismatch', /sha256/)
    await expectFailure(
      await zipOf(filesWith({ 'project.json': Buffer.alloc(source.bytes('project.json').length, ' ') })),
      'checksum_mismatch',
      /project\.json/,
    )
  })

  it('with a missing entry, or one that the manifest does not list', async () => {
    await expectFailure(await zipOf(filesWith({ [first()]: null })), 'entry_missing', /original/)
    await expectFailure(
      await zipOf(filesWith({ 'extra.json': Buffer.from('{}') })),
      'entry_unlisted',
      /extra/,
    )
  })

  it('without a manifest, or with one that cannot be read', async () => {
    const files = filesWith()
    files.delete('manifest.json')
    await expectFailure(await zipOf(files), 'manifest_missing', /last volume/)
    for (const text of ['{', '[]', '{"format":"inlet-bundle","format_version":"1.0"}']) {
      const broken = await zipOf(new Map([['manifest.json', Buffer.from(text)]]))
      await expectFailure(
        broken,
        text === '{' ? 'manifest_invalid' : text === '[]' ? 'not_a_bundle' : 'contents_missing',
        /./,
      )
    }
  })

  it('of another version, or of another product', async () => {
    const ofVersion = (format_version: string) =>
      zipOf(filesWith({}, (manifest) => ({ ...manifest, format_version })))
    await expectFailure(await ofVersion('2.0'), 'unsupported_version', /Upgrade/)
    await expectFailure(await ofVersion('0.9'), 'unsupported_version', /Export/)
    await expectFailure(
      await zipOf(filesWith({}, (manifest) => ({ ...manifest, format: 'zip' }))),
      'not_a_bundle',
      /not an export/,
    )
    await expectFailure(
      await zipOf(filesWith({}, (manifest) => ({ ...manifest, contents: ['tables'] }))),
      'contents_missing',
      /originals/,
    )
  })

  it('with a truncated or damaged archive, or something else', async () => {
    const [whole = Buffer.alloc(0)] = volumes
    await expectFailure(whole.subarray(0, whole.length - 100), 'volume_unreadable', /Volume 1/)
    await expectFailure(whole.subarray(100), 'volume_unreadable', /Volume 1/)
    await expectFailure(Buffer.from('hello'), 'volume_unreadable', /Volume 1/)
    await expectFailure([whole, Buffer.alloc(0)], 'volume_unreadable', /Volume 2/)
    const damaged = Buffer.from(whole)
    damaged.fill(0, 60, 90)
    const api = bundlesOf(app, receiver)
    const key = await api.begin([damaged])
    await importBundleNow(app.deps, key)
    expect((await api.status(key)).status).toBe('failed')
  })

  it('with paths that leave the archive', async () => {
    for (const path of [
      '../x.json',
      '/x.json',
      'a/../../x.json',
      'a\\..\\x.json',
      'C:x.json',
      'a/\u0000.json',
      'a/',
    ])
      await expectFailure(
        rawZip([{ path, content: Buffer.from('{}') }]),
        // The reader of the archive refuses some of them itself.
        /\.\.|^\/|C:|\\/.test(path) ? await codeFor(path) : 'unsafe_path',
        /./,
      )
  })

  async function codeFor(path: string): Promise<string> {
    const api = bundlesOf(app, receiver)
    const key = await api.begin([rawZip([{ path, content: Buffer.from('{}') }])])
    await importBundleNow(app.deps, key)
    const { status, error_code } = await api.status(key)
    expect(status).toBe('failed')
    expect(['unsafe_path', 'volume_unreadable']).toContain(error_code)
    return error_code ?? ''
  }

  it('with files that occur twice, overlap or are encrypted', async () => {
    const content = Buffer.from('{}')
    await expectFailure(
      rawZip([
        { path: 'a.json', content },
        { path: 'a.json', content },
      ]),
      'duplicate_entry',
      /once/,
    )
    const [whole = Buffer.alloc(0)] = volumes
    await expectFailure([whole, whole], 'duplicate_entry', /once/)
    await expectFailure(
      rawZip([
        { path: 'a.json', content },
        { path: 'b.json', content, offset: 0 },
      ]),
      'volume_unreadable',
      /overlaps/,
    )
    await expectFailure(rawZip([{ path: 'a.json', content, flags: 0x801 }]), 'volume_unreadable', /Volume 1/)
  })

  it('with an archive bomb', async () => {
    const bomb = Buffer.alloc(101 * 1024 ** 2, ' ')
    await expectFailure(await zipOf(filesReplacing('project.json', bomb)), 'archive_bomb', /unpacks/)
  }, 60_000)

  it('with a manifest that unpacks to more than its volume declares', async () => {
    const files = filesWith()
    const manifest = Buffer.concat([
      files.get('manifest.json') ?? Buffer.alloc(0),
      Buffer.alloc(1024 ** 2, ' '),
    ])
    files.delete('manifest.json')
    const entries = [...files].map(([path, content]) => ({ path, content }))
    const packed = { path: 'manifest.json', content: deflateRawSync(manifest), method: 8 }
    await expectFailure(rawZip([...entries, packed]), 'manifest_invalid', /more bytes/)
  })

  it('with a manifest that lists more files than the volumes have, which is not read to its end', async () => {
    const [entry] = source.manifest.entries
    const absent = Array.from({ length: 10 }, (_, i) => ({ ...entry, path: `absent-${i}.json` }))
    const content = filesWith({}, (manifest) => ({
      ...manifest,
      entries: [...manifest.entries, ...absent, { unreadable: true }],
    }))
    await expectFailure(await zipOf(content), 'entry_missing', /absent-0/)
  })

  it('with more columns than a survey can have', async () => {
    const state = source.paths.find((path) => /^surveys\/[^/]+\/state\.json$/.test(path)) ?? ''
    const stored = JSON.parse(source.text(state)) as { columns: { position: number }[] }
    const columns = Array.from({ length: 2_001 }, (_, position) => ({ ...stored.columns[0], position }))
    const content = Buffer.from(JSON.stringify({ ...stored, columns }))
    await expectFailure(await zipOf(filesReplacing(state, content)), 'content_invalid', /2000 columns/)
  })

  it('with records that the database refuses, or that lack something', async () => {
    const state = source.paths.find((path) => /^files\/.*state\.json$/.test(path)) ?? ''
    const stored = JSON.parse(source.text(state)) as { file: Record<string, unknown> }
    const withFile = (file: object) =>
      zipOf(
        filesReplacing(state, Buffer.from(JSON.stringify({ ...stored, file: { ...stored.file, ...file } }))),
      )
    await expectFailure(await withFile({ created_at: 'never' }), 'content_invalid', /database/)
    await expectFailure(await withFile({ external_id: 'x'.repeat(300) }), 'content_invalid', /database/)
    await expectFailure(
      await withFile({ name: 'page.html', extension: 'html' }),
      'content_invalid',
      /extension/,
    )
    await expectFailure(await withFile({ status: 'unknown' }), 'content_invalid', /field/)
    await expectFailure(await zipOf(filesReplacing(state, Buffer.from('{'))), 'content_invalid', /JSON/)
    const responses = source.paths.find((path) => path.endsWith('responses.ndjson')) ?? ''
    const lines = source.text(responses).split('\n')
    const without = Buffer.from(lines.slice(1).join('\n'))
    await expectFailure(await zipOf(filesReplacing(responses, without)), 'content_invalid', /state\.ndjson/)
    const shorter = Buffer.from(`${lines.slice(0, -2).join('\n')}\n`)
    await expectFailure(
      await zipOf(filesReplacing(responses, shorter)),
      'content_invalid',
      /number of responses/,
    )
  })
})
