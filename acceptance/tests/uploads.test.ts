import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { get, post, prefix } from '../harness/api.ts'
import { hasBrowser, outputOfPage } from '../harness/browser.ts'
import { anyCaller } from '../harness/caller.ts'
import { makeProject } from '../harness/project.ts'
import { makePdf } from '../harness/samples.ts'
import { descriptorOf, policyOf, upload } from '../harness/upload.ts'
import { waitForStatus } from '../harness/wait.ts'

const run = promisify(execFile)
const MiB = 1024 * 1024

describe('upload descriptors', async () => {
  const { token } = await anyCaller()
  const project_id = await makeProject(token)
  const initialize = async (kind: 'insights' | 'files', name: string) => {
    const field = kind === 'insights' ? 'filename' : 'file_name'
    return post(`${prefix}/${kind}/initialize`, { token, json: { project_id, [field]: name } })
  }
  const describeFile = async (name: string) => descriptorOf(await initialize('files', name))

  it('UPL-1 a descriptor accepts a multipart form with all fields and the file last, without credentials', async () => {
    for (const kind of ['insights', 'files'] as const) {
      const answer = await initialize(kind, 'grüße.pdf')
      const descriptor = descriptorOf(answer)
      expect(new URL(descriptor.upload_url).protocol).toMatch(/^https?:$/)
      expect(Object.values(descriptor.upload_fields).every((value) => typeof value === 'string')).toBe(true)
      expect(descriptor.upload_fields['key']).toEqual(expect.any(String))
      expect((await upload(descriptor, makePdf('stored'))).status).toBeLessThan(300)
      expect(
        (await post(String((answer.body['links'] as Record<string, string>)['complete']), { token })).status,
      ).toBeLessThan(300)
    }
  })

  it('UPL-1 a descriptor works with curl', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'inlet-curl-'))
    try {
      const path = join(folder, 'a file, "quoted".pdf')
      await writeFile(path, makePdf('by curl'))
      const answer = await initialize('files', 'curl.pdf')
      const { upload_url, upload_fields } = descriptorOf(answer)
      const fields = Object.entries(upload_fields).flatMap(([name, value]) => [
        '--form-string',
        `${name}=${value}`,
      ])
      const { stdout } = await run('curl', [
        '-s',
        '-o',
        '/dev/null',
        '-w',
        '%{http_code}',
        ...fields,
        '-F',
        `file=@"${path.replaceAll('"', '\\"')}"`,
        upload_url,
      ])
      expect(Number(stdout)).toBeLessThan(300)
      const completed = await post(`${prefix}/files/${String(answer.body['wav_key'])}/complete`, { token })
      expect(completed.status).toBe(200)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('UPL-2 a descriptor has a Content-Type that the store enforces', async () => {
    const expected: Record<string, string> = {
      'a.pdf': 'application/pdf',
      'a.PNG': 'image/png',
      'a.mp4': 'video/mp4',
      'a.txt': 'text/plain',
      'a.mp3': 'audio/mpeg',
    }
    for (const [name, type] of Object.entries(expected)) {
      const descriptor = await describeFile(name)
      expect([name, descriptor.upload_fields['Content-Type']]).toEqual([name, type])
    }
    const descriptor = await describeFile('a.pdf')
    expect((await upload(descriptor, 'x', { 'Content-Type': 'text/html' })).status).toBe(403)
    const { 'Content-Type': _, ...without } = descriptor.upload_fields
    expect((await upload({ ...descriptor, upload_fields: without }, 'x')).status).toBeGreaterThanOrEqual(400)
  })

  it('UPL-3 the signed policy has the size limit of the kind', async () => {
    const limits: Record<string, number> = {
      'a.mp4': 10 * 1024 * MiB,
      'a.amr': 10 * 1024 * MiB,
      'a.docx': 500 * MiB,
      'a.tiff': 500 * MiB,
    }
    for (const [name, bytes] of Object.entries(limits)) {
      const { conditions } = policyOf(await describeFile(name))
      expect([name, conditions]).toEqual([name, expect.arrayContaining([['content-length-range', 0, bytes]])])
    }
    const insight = policyOf(descriptorOf(await initialize('insights', 'a.pdf')))
    expect(insight.conditions).toContainEqual(['content-length-range', 0, 500 * MiB])
  })

  it('UPL-4 a descriptor expires after an hour, and altered fields are refused', async () => {
    const issuedAt = Date.now()
    const descriptor = await describeFile('a.pdf')
    const expiresAt = Date.parse(policyOf(descriptor).expiration)
    expect(Math.abs(expiresAt - issuedAt - 3_600_000)).toBeLessThan(10_000)
    const other = await describeFile('b.pdf')
    expect((await upload(descriptor, 'x', { key: other.upload_fields['key'] ?? '' })).status).toBe(403)
    expect((await upload(descriptor, 'x', { key: `${descriptor.upload_fields['key']}x` })).status).toBe(403)
    const policy = Buffer.from(
      JSON.stringify({ ...policyOf(descriptor), expiration: '2099-01-01T00:00:00Z' }),
    ).toString('base64')
    expect((await upload(descriptor, 'x', { Policy: policy })).status).toBe(403)
  })

  it('UPL-5 object keys contain no user text', async () => {
    const { upload_fields } = await describeFile('../../Grüße an Anna <script>.pdf')
    expect(upload_fields['key']).toMatch(/^[a-z0-9/_-]+$/)
    expect(JSON.stringify(upload_fields).toLowerCase()).not.toContain('anna')
  })

  it('UPL-5 the upload seen at complete is kept, whatever is uploaded to the same key afterwards', async () => {
    const first = makePdf('the first and only content')
    for (let i = 0; i < 5; i += 1) {
      const answer = await initialize('files', `swap-${i}.pdf`)
      const path = `${prefix}/files/${String(answer.body['wav_key'])}`
      const descriptor = descriptorOf(answer)
      await upload(descriptor, first)
      const completed = post(`${path}/complete`, { token })
      if (i % 2 === 0) await completed
      await upload(descriptor, makePdf('another content'))
      expect((await completed).status).toBe(200)
      const done = await waitForStatus(`${path}/status`, {
        token,
        field: 'status',
        until: ['completed', 'error'],
      })
      const kept = new Uint8Array(await (await fetch(String(done.body['file_url']))).arrayBuffer())
      if (i % 2 === 0) expect(Buffer.from(kept).equals(Buffer.from(first))).toBe(true)
      expect(done.body['status']).toBe('completed')
    }
  })

  it('UPL-7 a descriptor works from a page of another origin', async () => {
    const { upload_url } = await describeFile('a.pdf')
    const preflight = await fetch(upload_url, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.ok).toBe(true)
    expect(['*', 'https://app.example']).toContain(preflight.headers.get('access-control-allow-origin'))
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
  })

  it.runIf(hasBrowser)('UPL-7 work from a real browser, on a page of any origin', async () => {
    const answer = await initialize('files', 'browser.txt')
    const descriptor = JSON.stringify(descriptorOf(answer)).replaceAll('<', '\\u003c')
    const said = await outputOfPage(`
      const { upload_url, upload_fields } = ${descriptor}
      const form = new FormData()
      for (const [name, value] of Object.entries(upload_fields)) form.append(name, value)
      form.append('file', new Blob(['from a page']), 'browser.txt')
      return 'status ' + (await fetch(upload_url, { method: 'POST', body: form })).status`)
    expect(said).toMatch(/^status 20\d$/)
    const completed = await post(`${prefix}/files/${String(answer.body['wav_key'])}/complete`, { token })
    expect(completed.status).toBe(200)
  })

  it('UPL-3 distinguishes an empty upload from a missing one', async () => {
    const answer = await initialize('files', 'empty.pdf')
    const path = `${prefix}/files/${String(answer.body['wav_key'])}`
    await upload(descriptorOf(answer), '')
    expect((await post(`${path}/complete`, { token })).status).toBe(200)
    const done = await waitForStatus(`${path}/status`, {
      token,
      field: 'status',
      until: ['completed', 'error'],
    })
    expect(done.body).toMatchObject({ status: 'error', error_reason: expect.stringContaining('empty') })
    expect((await get(`${path}/status`, { token })).status).toBe(200)
  })
})
