import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ProjectExport } from '@inlet/contract'
import { afterAll, expect, it } from 'vitest'
import { admin, makeCaller } from '../harness/admin.ts'
import { type Answer, call, get, post } from '../harness/api.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { logOf } from '../harness/events.ts'
import { makeProject } from '../harness/project.ts'
import { importNow, makeReader } from '../harness/results.ts'
import { makeMp4, makePdf } from '../harness/samples.ts'
import { surveysOf } from '../harness/survey.ts'

const run = promisify(execFile)
const path = '/api/v1/developer/exports'
const nowhere = '00000000-0000-4000-8000-000000000000'
const csv = 'Name,Email,Colour,Why\nAda,ada@example.org,Red,=1+1\nBo,bo@example.org,Blue,Because 🦓\n'
const column_mapping = { Name: 'Name', Email: 'Email', Colour: 'Single choice', Why: 'Open-ended' }

function exportsOf(token: string) {
  const request = (projectId: number | string, json?: object) =>
    post(`/api/v1/developer/projects/${projectId}/exports`, { token, ...(json && { json }) })
  const wait = async (key: string): Promise<ProjectExport> => {
    for (;;) {
      const answer = await get(`${path}/${key}?wait=45`, { token })
      if (answer.status !== 200) throw new Error(`No export: ${answer.status} ${answer.text}`)
      if (answer.body['status'] !== 'processing') return answer.body as unknown as ProjectExport
    }
  }
  return {
    request,
    wait,
    get: (key: string, query = '') => get(`${path}/${key}${query}`, { token }),
    list: (query = '') => get(`${path}${query}`, { token }),
    remove: (key: string) => call('DELETE', `${path}/${key}`, { token }),
    async complete(projectId: number, json?: object): Promise<ProjectExport> {
      const answer = await request(projectId, json)
      if (answer.status !== 202) throw new Error(`No export: ${answer.status} ${answer.text}`)
      return wait(String(answer.body['export_key']))
    },
  }
}

const codeOf = ({ status, body }: Answer) => [status, body['code']]

describeOurs('exports', async () => {
  const more = 'export:write,participant:read,event:read,survey:manage,project:manage'
  const caller = await makeReader({ more })
  const { token, team, email } = caller
  const narrow = await makeCaller({ team, email, scopes: 'export:write', readLimit: 10_000 })
  const api = exportsOf(token)
  const projectId = await makeProject(token)
  const pdf = makePdf('Quarterly numbers')
  const wavKey = await importNow(token, { kind: 'files', name: 'report.pdf', content: pdf, projectId })
  const surveys = surveysOf(token, projectId)
  const survey = await surveys.importParts([csv], { column_mapping })
  const folders: string[] = []
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

  /** Downloads and unpacks the volumes, and returns the folder. */
  async function unpack({ volumes }: ProjectExport): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'inlet-conformance-'))
    folders.push(folder)
    for (const { name, url, size_bytes, sha256 } of volumes) {
      const archive = `${folder}.${name}`
      folders.push(archive)
      const body = Buffer.from(await (await fetch(url ?? '')).arrayBuffer())
      expect(body.length).toBe(size_bytes)
      await writeFile(archive, body)
      const { stdout } = await run('sha256sum', [archive])
      expect(stdout.split(' ')[0]).toBe(sha256)
      await run('unzip', ['-q', archive, '-d', folder])
    }
    return folder
  }

  async function pathsIn(folder: string): Promise<string[]> {
    const found = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = found.filter((entry) => entry.isFile())
    return files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort()
  }

  const readManifest = async (folder: string) =>
    JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
      omitted: Record<string, number>
      as_of: string
      entries: {
        path: string
        volume: string
        size_bytes: number
        sha256: string
        role: string
        key: string
      }[]
    } & Record<string, unknown>

  it('EXP-1 a request is accepted once, and refused for what is unknown', async () => {
    const own = await makeProject(token)
    const [first, second] = await Promise.all([api.request(own), api.request(own)])
    const [accepted, refused] = first.status === 202 ? [first, second] : [second, first]
    const key = String(accepted.body['export_key'])
    expect(accepted).toMatchObject({
      status: 202,
      body: { export_key: key, status: 'processing', links: { self: `${path}/${key}` } },
    })
    // The first may have ended before the second arrived.
    if (refused.status !== 202) expect(codeOf(refused)).toEqual([409, 'export_running'])
    for (const json of [{ format: 'qda' }, { format: 'tar' }, { contents: ['all'] }, { contents: 'tables' }])
      expect((await api.request(own, json)).status).toBe(400)
    for (const id of [0, 999_999_999, 'x'])
      expect(codeOf(await api.request(id))).toEqual([404, 'project_not_found'])
    const reader = await makeReader({ team, email })
    expect(codeOf(await exportsOf(reader.token).request(own))).toEqual([403, 'insufficient_scope'])
  })

  it('EXP-2 its status can be waited for, listed and deleted', async () => {
    const answer = await api.request(projectId, { contents: ['tables'] })
    const key = String(answer.body['export_key'])
    const one = await api.wait(key)
    expect(one).toMatchObject({
      export_key: key,
      project_id: projectId,
      format: 'bundle',
      contents: ['tables'],
      status: 'completed',
      progress: 100,
      error_code: null,
    })
    expect(one.size_bytes).toBe(one.volumes.reduce((sum, { size_bytes }) => sum + size_bytes, 0))
    const { body } = await api.list('?limit=1')
    const { volumes: _volumes, ...listed } = one
    expect(body['exports']).toEqual([listed])
    const next = await api.list(`?limit=100&cursor=${String(body['next_cursor'])}`)
    expect(next.status).toBe(body['next_cursor'] === null ? 400 : 200)
    for (const query of ['?cursor=x', '?limit=0']) expect((await api.list(query)).status).toBe(400)
    for (const query of ['?wait=x', '?wait=-1']) expect((await api.get(key, query)).status).toBe(400)
    expect((await api.remove(key)).status).toBe(204)
    for (const gone of [
      await api.get(key),
      await api.remove(key),
      await api.get(nowhere),
      await api.get('x'),
    ])
      expect(codeOf(gone)).toEqual([404, 'export_not_found'])
  })

  it('EXP-2 a running export can be cancelled, and belongs to its key', async () => {
    const own = await makeProject(token)
    const key = String((await api.request(own)).body['export_key'])
    const foreign = exportsOf(narrow.token)
    for (const answer of [await foreign.get(key), await foreign.remove(key)])
      expect(codeOf(answer)).toEqual([404, 'export_not_found'])
    expect((await foreign.list()).text).not.toContain(key)
    expect((await api.remove(key)).status).toBe(204)
    expect((await api.request(own)).status).toBe(202)
  })

  it('EXP-3 EXP-4 EXP-5 volumes contain what the manifest says, as of one moment', async () => {
    const before = Date.now()
    const one = await api.complete(projectId)
    const folder = await unpack(one)
    const manifest = await readManifest(folder)
    expect(manifest).toMatchObject({ format: 'inlet-bundle', format_version: '1.0', as_of: one.as_of })
    expect(Date.parse(manifest.as_of)).toBeGreaterThanOrEqual(before - 60_000)
    const sums = manifest.entries.map(({ sha256, path: file }) => `${sha256}  ${join(folder, file)}\n`)
    await writeFile(`${folder}.sums`, sums.join(''))
    folders.push(`${folder}.sums`)
    await run('sha256sum', ['--quiet', '--strict', '-c', `${folder}.sums`])
    const paths = await pathsIn(folder)
    expect(manifest.entries.map(({ path: file }) => file).sort()).toEqual(
      paths.filter((file) => file !== 'manifest.json'),
    )
    expect(paths).toEqual(
      expect.arrayContaining([
        'manifest.json',
        'participants.ndjson',
        'project.json',
        `files/${wavKey}/file.json`,
        `files/${wavKey}/original.pdf`,
        `files/${wavKey}/pages.ndjson`,
        `files/${wavKey}/viewer.pdf`,
        ...['columns.json', 'parts/1.csv', 'respondents.ndjson', 'responses.ndjson', 'survey.json'].map(
          (name) => `surveys/${survey.key}/${name}`,
        ),
      ]),
    )
    for (const file of paths) expect(file).toMatch(/^[a-z0-9/.-]+$/)
    expect(await readFile(join(folder, `files/${wavKey}/original.pdf`))).toEqual(Buffer.from(pdf))
    expect(await readFile(join(folder, `surveys/${survey.key}/parts/1.csv`), 'utf8')).toBe(csv)
    const names = new Set(one.volumes.map(({ name }) => name))
    for (const { volume } of manifest.entries) expect(names).toContain(volume)
    const lifeMs = Date.parse(one.volumes[0]?.url_expires_at ?? '') - Date.now()
    expect(Math.abs(lifeMs - 3_600_000)).toBeLessThan(120_000)
    const again = await api.wait(one.export_key)
    expect(Date.parse(again.volumes[0]?.url_expires_at ?? '')).toBeGreaterThanOrEqual(
      Date.parse(one.volumes[0]?.url_expires_at ?? ''),
    )
  })

  it('EXP-6 without participant:read there are no names, addresses and uploaded parts', async () => {
    await makeReader({ team }).then(async (colleague) =>
      importNow(colleague.token, {
        kind: 'insights',
        name: 'draft.pdf',
        content: makePdf('Secret draft'),
        projectId,
        extra: { should_publish: false },
      }).catch(() => undefined),
    )
    const one = await exportsOf(narrow.token).complete(projectId)
    const folder = await unpack(one)
    const paths = await pathsIn(folder)
    const texts = await Promise.all(paths.map((file) => readFile(join(folder, file), 'utf8')))
    for (const text of texts) expect(text).not.toMatch(/@example\.org|\bAda\b|Secret draft/)
    expect(paths.filter((file) => /participants|respondents|parts/.test(file))).toEqual([])
    const { omitted } = await readManifest(folder)
    expect(omitted).toMatchObject({ people: 2, survey_parts: 1 })
  })

  it('EXP-7 deleting the project or erasing a person deletes its exports', async () => {
    const own = await makeProject(token)
    await surveysOf(token, own).importParts([csv.replaceAll('ada@', 'eve@')], { column_mapping })
    const first = await api.complete(own)
    await admin('erase', '--respondent', 'eve@example.org', '--team', String(team.id), '--yes')
    expect(codeOf(await api.get(first.export_key))).toEqual([404, 'export_not_found'])
    expect((await fetch(first.volumes[0]?.url ?? '')).status).toBe(404)
    const second = await api.complete(own)
    const life = Date.parse(second.expires_at ?? '') - Date.parse(second.completed_at ?? '')
    expect(life).toBe(7 * 24 * 3_600_000)
    expect((await call('DELETE', `/api/v1/developer/projects/${own}`, { token })).status).toBe(204)
    expect(codeOf(await api.get(second.export_key))).toEqual([404, 'export_not_found'])
  })

  it('EXP-11 tables are SPSS files, and CSV that spreadsheets do not evaluate', async () => {
    const folder = await unpack(await api.complete(projectId, { contents: ['tables'] }))
    const table = await readFile(join(folder, `surveys/${survey.key}/responses.csv`), 'utf8')
    expect(table).toBe(
      "\ufeffPart,Row,Answered at,Name,E-mail,Colour,Why\r\n1,1,,Ada,ada@example.org,Red,'=1+1\r\n1,2,,Bo,bo@example.org,Blue,Because 🦓\r\n",
    )
    const sav = await readFile(join(folder, `surveys/${survey.key}/responses.sav`))
    expect([sav.subarray(0, 4).toString(), sav.readInt32LE(80)]).toEqual(['$FL2', 2])
    expect((await pathsIn(folder)).some((file) => /original|viewer|parts/.test(file))).toBe(false)
  })

  it('EXP-12 qdpx is a REFI-QDA project that the schema and importers accept', async () => {
    await importNow(token, { kind: 'files', name: 'talk.mp4', content: makeMp4(), projectId })
    const one = await api.complete(projectId, { format: 'qdpx' })
    expect(one).toMatchObject({ format: 'qdpx', status: 'completed' })
    expect(one.volumes.map(({ name }) => name)).toEqual([`inlet-export-${one.export_key}.qdpx`])
    const folder = await unpack(one)
    const archive = `${folder}.${one.volumes[0]?.name}`
    const { stdout } = await run(process.execPath, ['scripts/check-qdpx.ts', archive])
    expect(stdout).toBe(`${archive}: valid\n`)
    const xml = await readFile(join(folder, 'project.qde'), 'utf8')
    expect(xml.match(/<PDFSource /g)).toHaveLength(1)
    expect(xml.match(/<(Audio|Video)Source /g)).toHaveLength(1)
    expect(xml.match(/<Case /g)).toHaveLength(2)
    expect(xml).toContain('<TextValue>Ada</TextValue>')
    const texts = await Promise.all(
      (await pathsIn(folder))
        .filter((file) => file.endsWith('.txt'))
        .map((file) => readFile(join(folder, file), 'utf8')),
    )
    expect(texts).toContain('Why\nBecause 🦓\n')
    expect(texts.some((text) => text.includes('Quarterly numbers'))).toBe(true)
    const restricted = await unpack(await exportsOf(narrow.token).complete(projectId, { format: 'qdpx' }))
    const without = await readFile(join(restricted, 'project.qde'), 'utf8')
    expect(without).not.toMatch(/@example\.org|\bAda\b/)
    expect(without.match(/<Case /g)).toHaveLength(2)
  })

  it('EVT-9 EVT-11 the end of an export is an event of its key alone', async () => {
    const { export_key: key } = await api.complete(projectId, { contents: [] })
    const ofKey = (events: readonly { data: Record<string, unknown> }[]) =>
      events.filter(({ data }) => data['export_key'] === key)
    expect(ofKey(await logOf(token).all({ types: 'export.*' }))).toMatchObject([
      {
        type: 'export.completed',
        data: { project_id: projectId, status: 'completed', links: { status: `${path}/${key}` } },
      },
    ])
    const other = await makeReader({ team, email, more: 'event:read' })
    expect(ofKey(await logOf(other.token).all({ types: 'export.*' }))).toEqual([])
  })
})
