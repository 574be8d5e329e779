/**
 * Every kind of import, backup, restore and erasure on stores that differ from ours: one whose copies have another ETag
 * and that limits the size of a request, as AWS S3 with SSE-KMS does, and a bucket with versioning.
 */
import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ListObjectVersionsCommand, PutBucketVersioningCommand } from '@aws-sdk/client-s3'
import type { MediaDescriptor } from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminJson, runAdmin } from '../../test/harness/admin.ts'
import { testConfig, testEnv } from '../../test/harness/config.ts'
import { createEmptyDatabase } from '../../test/harness/database.ts'
import { type ImportBench, openImportBench } from '../../test/harness/import-bench.ts'
import { type Import, makeProject, waitForFinal } from '../../test/harness/imports.ts'
import { makeBucket, type OwnBucket } from '../../test/harness/own-bucket.ts'
import { makePrivateProject, speakSentences } from '../../test/harness/private-recordings.ts'
import { waitFor } from '../../test/harness/processes.ts'
import { ffmpeg } from '../../test/harness/recordings.ts'
import { type StoreProxy, startStoreProxy } from '../../test/harness/store-proxy.ts'
import { beginSurvey, postSurvey, sendTo, surveyStatus } from '../../test/harness/survey-uploads.ts'
import { prepareBucket } from '../platform/object-store/bucket.ts'
import { openStore } from './open-store.ts'

const maxRequestBytes = 5 * 1024 ** 2
const timeout = 600_000

async function enableVersioning({ store, name }: OwnBucket): Promise<void> {
  const VersioningConfiguration = { Status: 'Enabled' } as const
  await store.client.send(new PutBucketVersioningCommand({ Bucket: name, VersioningConfiguration }))
  await prepareBucket(store, ['*'])
}

/** Versions and delete markers outside the prefix of probes. */
async function listVersions({ store, name }: OwnBucket): Promise<string[]> {
  const { Versions = [], DeleteMarkers = [] } = await store.client.send(
    new ListObjectVersionsCommand({ Bucket: name }),
  )
  return [...Versions, ...DeleteMarkers].map(({ Key = '' }) => Key)
}

describe.each([
  { name: 'a store with other ETags for copies and a limit per request', isVersioned: false },
  { name: 'a bucket with versioning', isVersioned: true },
])('$name', ({ isVersioned }) => {
  let proxy: StoreProxy
  let bucket: OwnBucket
  let bench: ImportBench
  let dir: string
  let settings: Record<string, string>
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'inlet-kinds-'))
    proxy = await startStoreProxy(
      isVersioned ? {} : { changesEtags: true, copyCondition: 'honoured', maxRequestBytes },
    )
    bucket = await makeBucket()
    if (isVersioned) await enableVersioning(bucket)
    settings = {
      S3_BUCKET: bucket.name,
      S3_ENDPOINT: proxy.url,
      // The limit is for requests of the service: larger uploads go through the gateway, which has tests of its own.
      S3_PUBLIC_ENDPOINT: process.env['S3_ENDPOINT'] ?? '',
      S3_MAX_REQUEST_BYTES: String(maxRequestBytes),
    }
    bench = await openImportBench({ settings })
  }, timeout)
  afterAll(async () => {
    await bench.close()
    await bucket.remove()
    await proxy.close()
    await rm(dir, { recursive: true, force: true })
  }, timeout)

  const env = () => testEnv(bench.app.databaseUrl, settings)
  const projects: number[] = []
  const imports: Import[] = []

  /** Its upload, and what is extracted from it for the speech engine, are both over the limit. */
  async function longTalk(): Promise<string> {
    const spoken = await speakSentences(dir, 'spoken.wav', [
      'My name is Jennifer Thompson and I live nearby.',
    ])
    const path = join(dir, 'talk.wav')
    await ffmpeg('-i', spoken, '-af', 'apad=whole_dur=180', '-ar', '16000', '-ac', '1', path)
    return path
  }

  async function importSurvey(): Promise<void> {
    const { app, token, projectId } = bench
    const survey = await beginSurvey(app.url, token, projectId, {
      num_parts: 1,
      column_mapping: { Clip: 'MEDIA_RESPONSE' },
      media_config: {},
    })
    const registered = await postSurvey<{ media_files: MediaDescriptor[] }>(
      app.url,
      token,
      `${survey.upload_key}/media/register`,
      { files: ['clip.wav'] },
    )
    const [part] = survey.upload_urls
    const [media] = registered.body.media_files
    if (!part || !media) throw new Error('The survey has no descriptors.')
    await sendTo(part, 'Name,Clip\nAda,clip.wav\n')
    const clip = join(dir, 'clip.wav')
    await ffmpeg('-f', 'lavfi', '-i', 'sine=duration=2', '-ar', '16000', clip)
    await sendTo(media, await readFile(clip))
    expect((await postSurvey(app.url, token, `${survey.upload_key}/complete`)).status).toBeLessThan(300)
    await waitFor(
      async () => (await surveyStatus(app.url, token, survey.upload_key)).status === 'COMPLETED',
      timeout,
    )
    const { rows } = await sql<{ status: string }>`select status from survey_media`.execute(app.deps.db)
    expect(rows).toEqual([{ status: 'LINKED' }])
  }

  it('takes every kind of import', { timeout }, async () => {
    const { app, token, projectId } = bench
    const talk = await longTalk()
    const noise = join(dir, 'noise.png')
    await ffmpeg(
      '-f',
      'lavfi',
      '-i',
      'nullsrc=s=1400x1400,geq=random(1)*255:128:128',
      '-frames:v',
      '1',
      noise,
    )
    const privateId = await makePrivateProject({ app, token }, { redact_pii: true })
    projects.push(projectId, privateId)
    imports.push(
      await bench.importFile('insight.txt', 'an insight', { kind: 'insights' }),
      await bench.importFile('document.txt', `a document ${randomBytes(8).toString('hex')}`),
      await bench.importFile('noise.png', await openAsBlob(noise)),
      await bench.importFile('talk.wav', await openAsBlob(talk)),
      await bench.importFile('talk.wav', await openAsBlob(talk), { projectId: privateId }),
    )
    await importSurvey()
    const outcomes = await waitForFinal(app.deps.db, imports, timeout)
    expect(outcomes.map(({ state, failure_code }) => [state, failure_code])).toEqual(
      imports.map(() => ['completed', null]),
    )
    const counts = new Map(Object.entries(Object.groupBy(proxy.operations, (operation) => operation)))
    const count = (operation: string) => counts.get(operation)?.length ?? 0
    process.stdout.write(
      `faults store versioned=${isVersioned} imports=${imports.length + 1} copies=${count('CopyObject')} parts_copied=${count('UploadPartCopy')} parts_written=${count('UploadPart')}\n`,
    )
    expect(count('UploadPartCopy')).toBeGreaterThan(0)
    expect(count('UploadPart')).toBeGreaterThan(0)
    expect(await adminJson(env(), 'fsck')).toMatchObject({ differences: 0, found: [] })
  })

  it('backs up and restores, and the restored bucket has no differences', { timeout }, async () => {
    const backup = join(dir, 'backup')
    const made = await adminJson<{ objects: number }>(env(), 'backup', backup)
    expect(made.objects).toBeGreaterThan(imports.length)
    const target = await createEmptyDatabase()
    const other = await makeBucket()
    if (isVersioned) await enableVersioning(other)
    const otherEnv = testEnv(target.url, { ...settings, S3_BUCKET: other.name })
    expect(await adminJson(otherEnv, 'restore', backup)).toMatchObject({
      differences: 0,
      objects: made.objects,
    })
    await target.drop()
    await other.remove()
  })

  it('erases everything, and leaves no version and no delete marker', { timeout }, async () => {
    for (const projectId of projects) {
      const ended = await runAdmin(env(), 'erase', '--project', String(projectId), '--yes')
      expect([ended.code, ended.err]).toEqual([0, expect.any(String)])
    }
    // Uploads under incoming/ are left to the lifecycle rule, which expires their versions, too.
    const left = (await listVersions(bucket)).filter((key) => !key.startsWith('incoming/'))
    expect(left).toEqual([])
    expect(await adminJson(env(), 'gc', '--force', '--orphans-after', '3')).toMatchObject({ orphans: 0 })
  })

  it('refuses to erase when versions would stay, before it erases anything', {
    timeout,
    skip: !isVersioned,
  }, async () => {
    const projectId = await makeProject(bench.app.url, bench.token)
    const one = await bench.importFile('kept.txt', 'kept', { projectId })
    await waitForFinal(bench.app.deps.db, [one], timeout)
    proxy.behaviour = {
      fault: ({ operation }) =>
        operation === 'ListObjectVersions' ? { status: 403, code: 'AccessDenied' } : undefined,
    }
    const refused = await runAdmin(env(), 'erase', '--project', String(projectId), '--yes')
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('s3:DeleteObjectVersion')])
    proxy.behaviour = {}
    const after = await sql`select from file where key = ${one.key}`.execute(bench.app.deps.db)
    expect(after.rows).toHaveLength(1)
    expect(await openStore(testConfig(bench.app.databaseUrl, settings)).head('accepted/none')).toBeNull()
  })
})
