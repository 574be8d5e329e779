import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BegunBundle } from '@inlet/contract'
import { afterAll, expect, it } from 'vitest'
import { makeCaller } from '../harness/admin.ts'
import { type Answer, call, get } from '../harness/api.ts'
import { bundleFolders, bundlesOf, exportVolumes, bundlesPath as path } from '../harness/bundles.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { logOf } from '../harness/events.ts'
import { makeProject } from '../harness/project.ts'
import { importNow, makeReader } from '../harness/results.ts'
import { makePdf, makeWav } from '../harness/samples.ts'
import { surveysOf } from '../harness/survey.ts'
import { rawZip } from '../harness/zip.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
const csv =
  'Name,Email,When,Colour,Likes,Order,Score,Why\nAda,ada@example.org,2026-03-01T10:00:00Z,Red,a; b,x; y,9,=1+1\nBo,bo@example.org,soon,Blue,b,y; x,3,Because 🦓\n,,,,,,,\nAda,ada@example.org,,Red,,,10,Again\n'
const column_mapping = {
  Name: 'Name',
  Email: 'Email',
  When: 'Timestamp',
  Colour: 'Single choice',
  Likes: 'Multi choice',
  Order: 'Ranking',
  Score: 'NPS',
  Why: 'Open-ended',
}

const codeOf = ({ status, body }: Answer) => [status, body['code']]

describeOurs('imports of bundles', async () => {
  const more = 'export:write,participant:read,event:read,project:manage'
  const { token } = await makeReader({ more })
  /** Of another team, which has nothing. */
  const receiver = await makeReader({ more })
  const api = bundlesOf(receiver.token)
  const projectId = await makeProject(token)
  const pdf = makePdf('Quarterly numbers')
  await importNow(token, { kind: 'files', name: 'Größe 🦓.pdf', content: pdf, projectId })
  await importNow(token, { kind: 'files', name: 'broken.pdf', content: 'not a PDF', projectId })
  const insight = { kind: 'insights', name: 'notes.txt', content: 'Notes of a day', projectId } as const
  await importNow(token, { ...insight, extra: { should_publish: true } })
  await importNow(token, insight)
  await surveysOf(token, projectId).importParts([csv], { column_mapping })

  const folders = bundleFolders()
  afterAll(() => folders.remove())

  const countProjects = async () => {
    const { body } = await get('/api/v1/developer/import/projects', { token: receiver.token })
    return Number(body['count'] ?? (body['projects'] as unknown[]).length)
  }

  it('EXP-9 EXP-10 an exported project is restored record by record in another team', async () => {
    const volumes = await exportVolumes(token, projectId)
    const status = await api.import(volumes.toReversed())
    expect(status).toMatchObject({
      status: 'completed',
      progress: 100,
      error_code: null,
      omitted: { missing_objects: 0 },
    })
    const id = status.project_id ?? 0
    const copy = await exportVolumes(receiver.token, id)
    expect(await folders.contentOf(await folders.unpack(copy))).toEqual(
      await folders.contentOf(await folders.unpack(volumes)),
    )
    const { body } = await get(`/api/v1/developer/projects/${id}`, { token: receiver.token })
    expect(body).toMatchObject({ project_share_preference: 1 })
    const colleague = await makeReader({ team: receiver.team })
    expect((await get(`/api/v1/developer/projects/${id}`, { token: colleague.token })).status).not.toBe(200)
  })

  it('EXP-9 the new project can be renamed, and its end is an event of the key', async () => {
    const status = await api.import(await exportVolumes(token, projectId), { name: 'A copy' })
    const { body } = await get(`/api/v1/developer/projects/${status.project_id}`, { token: receiver.token })
    expect(body).toMatchObject({ id: status.project_id, name: 'A copy' })
    const events = await logOf(receiver.token).all({ types: 'bundle.*' })
    expect(events.filter(({ data }) => data.bundle_key === status.bundle_key)).toMatchObject([
      {
        type: 'bundle.completed',
        data: {
          project_id: status.project_id,
          status: 'completed',
          links: { status: `${path}/${status.bundle_key}/status` },
        },
      },
    ])
    const other = await makeReader({ team: receiver.team, email: receiver.email, more: 'event:read' })
    expect((await logOf(other.token).all({ types: 'bundle.*' })).map(({ data }) => data.bundle_key)).toEqual(
      [],
    )
  })

  it('EXP-9 a wrong checksum, a missing entry or an unknown major version fails the import as a whole', async () => {
    const volumes = await exportVolumes(token, projectId)
    const before = await countProjects()
    const expectFailure = async (change: (folder: string) => Promise<void>, code: string) => {
      const folder = await folders.unpack(volumes)
      await change(folder)
      const { status, error_code, error_reason, project_id } = await api.import([await folders.pack(folder)])
      expect([status, error_code, project_id]).toEqual(['failed', code, null])
      expect(error_reason).toMatch(/[A-Z].*\.$/)
    }
    const original = async (folder: string) =>
      (await folders.manifestOf(folder)).entries.find(({ path: file }) => file.includes('/original.'))
        ?.path ?? ''
    await expectFailure(async (folder) => {
      const file = join(folder, await original(folder))
      const content = await readFile(file)
      content[10] = (content[10] ?? 0) ^ 1
      await writeFile(file, content)
    }, 'checksum_mismatch')
    await expectFailure(async (folder) => rm(join(folder, await original(folder))), 'entry_missing')
    await expectFailure(async (folder) => {
      const manifest = await folders.manifestOf(folder)
      await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, format_version: '2.0' }))
    }, 'unsupported_version')
    await expectFailure(async (folder) => rm(join(folder, 'manifest.json')), 'manifest_missing')
    const [first = new Uint8Array()] = volumes
    expect(await api.import([first.slice(0, 1000)])).toMatchObject({
      status: 'failed',
      error_code: 'volume_unreadable',
    })
    expect(await countProjects()).toBe(before)
  })

  it('EXP-13 sources and transcripts of another program become records, codes become labels, and the rest is listed', async () => {
    const qde = `<?xml version="1.0" encoding="utf-8"?>
<Project xmlns="urn:QDA-XML:project:1.0" name="Other study" origin="Another program">
<CodeBook><Codes><Code guid="C1" name="Trust" isCodable="true" color="#112233"><Code guid="C2" name="Doubt" isCodable="true"/></Code></Codes></CodeBook>
<Sources><TextSource guid="S1" name="Interview 1" plainTextPath="internal://S1.txt"><PlainTextSelection guid="P1" name="🦓 zebras" startPosition="6" endPosition="14"><Coding guid="X1"><CodeRef targetGUID="C1"/></Coding></PlainTextSelection></TextSource>
<PDFSource guid="S2" name="Report" path="internal://S2.pdf"/>
<AudioSource guid="S3" name="Talk" path="internal://S3.wav"><Transcript guid="T3" name="Talk" plainTextPath="internal://T3.txt"><SyncPoint guid="Y1" timeStamp="0" position="0"/><SyncPoint guid="Y2" timeStamp="500" position="12"/></Transcript></AudioSource>
<TextSource guid="S4" name="Elsewhere" plainTextPath="relative:///elsewhere.txt"/></Sources>
<Notes><Note guid="N1" name="Memo"><PlainTextContent>Later</PlainTextContent></Note></Notes>
</Project>`
    const archive = rawZip([
      { path: 'Other study.qde', content: Buffer.from(qde) },
      { path: 'Sources/S1.txt', content: Buffer.from('I saw 🦓 zebras') },
      { path: 'Sources/S2.pdf', content: Buffer.from(makePdf('A report of others')) },
      { path: 'Sources/S3.wav', content: Buffer.from(makeWav()) },
      { path: 'Sources/T3.txt', content: Buffer.from('Ada: Hello.\nBo: Good day.\n') },
    ])
    const { status, error_reason, project_id, unmatched } = await api.import([archive])
    expect([status, error_reason]).toEqual(['completed', null])
    expect(unmatched).toEqual(
      expect.arrayContaining([
        { kind: 'note', count: 1, examples: ['Memo'] },
        { kind: 'coding', count: 1, examples: ['🦓 zebras'] },
        { kind: 'source', count: 1, examples: ['Elsewhere'] },
      ]),
    )
    const to = { token: receiver.token }
    const project = await get(`/api/v1/developer/projects/${project_id}`, to)
    expect(project.body).toMatchObject({ name: 'Other study', project_share_preference: 1 })
    const list = async () => {
      const { body } = await get(`/api/v1/developer/import/files?project_id=${project_id}`, to)
      return body['files'] as { wav_key: string; name: string; status: string }[]
    }
    await expect
      .poll(async () => (await list()).map(({ status: state }) => state), { timeout: 120_000 })
      .toEqual(['completed', 'completed', 'completed'])
    const files = new Map((await list()).map(({ name, wav_key }) => [name, wav_key]))
    expect([...files.keys()].toSorted()).toEqual(['Interview 1.txt', 'Report.pdf', 'Talk.wav'])
    const pages = await get(`/api/v1/developer/files/${files.get('Interview 1.txt')}/pages`, to)
    expect(pages.text).toContain('I saw 🦓 zebras')
    const transcript = await get(`/api/v1/developer/files/${files.get('Talk.wav')}/transcript`, to)
    expect(transcript.body).toMatchObject({
      segments: [
        { speaker: 'Ada', text: 'Hello.' },
        { speaker: 'Bo', text: 'Good day.' },
      ],
    })
    const folder = await folders.unpack(await exportVolumes(receiver.token, project_id ?? 0))
    expect(JSON.parse(await readFile(join(folder, 'project.json'), 'utf8'))).toMatchObject({
      label_template: { labels: [{ name: 'Trust', color: '#112233', labels: [{ name: 'Doubt' }] }] },
    })
  }, 240_000)

  it('EXP-9 initialize and complete check what they are given', async () => {
    for (const json of [{}, { num_volumes: 0 }, { num_volumes: 'x' }, { num_volumes: 1, name: '' }])
      expect((await api.initialize(json)).status).toBe(400)
    const begun = (await api.initialize({ num_volumes: 2 })).body as unknown as BegunBundle
    expect(begun).toMatchObject({
      status: 'awaiting_upload',
      num_volumes: 2,
      upload_urls: [{ volume_number: 1 }, { volume_number: 2 }],
      links: {
        complete: `${path}/${begun.bundle_key}/complete`,
        status: `${path}/${begun.bundle_key}/status`,
      },
    })
    const incomplete = await api.complete(begun.bundle_key)
    expect(codeOf(incomplete)).toEqual([400, 'upload_incomplete'])
    expect(incomplete.body['missing_volumes']).toEqual([1, 2])
    for (const foreign of [
      await bundlesOf(token).status(begun.bundle_key),
      await bundlesOf(token).complete(begun.bundle_key),
      await api.status(nowhere),
      await api.status('x'),
      await call('DELETE', `${path}/${begun.bundle_key}/volumes/3/upload`, { token: receiver.token }),
    ])
      expect(codeOf(foreign)).toEqual([404, 'bundle_not_found'])
    for (const scopes of ['export:write', 'project:write'])
      expect(
        codeOf(await bundlesOf((await makeCaller({ scopes })).token).initialize({ num_volumes: 1 })),
      ).toEqual([403, 'insufficient_scope'])
  })
})
