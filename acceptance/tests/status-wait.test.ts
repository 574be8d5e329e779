import { expect, it } from 'vitest'
import { makeCaller } from '../harness/admin.ts'
import { get, post, prefix } from '../harness/api.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { makeProject } from '../harness/project.ts'
import { makeBmp } from '../harness/samples.ts'
import { surveysOf } from '../harness/survey.ts'
import { baseUrls } from '../harness/target.ts'
import { descriptorOf, upload } from '../harness/upload.ts'

describeOurs('waiting for a status', async () => {
  const { token } = await makeCaller()
  const project_id = await makeProject(token)
  const surveys = surveysOf(token, project_id)

  async function begin(kind: 'files' | 'insights') {
    const [field, keyField] = kind === 'files' ? ['file_name', 'wav_key'] : ['filename', 'insight_key']
    const answer = await post(`${prefix}/${kind}/initialize`, {
      token,
      json: { project_id, [field]: kind === 'files' ? 'a.bmp' : 'a.txt' },
    })
    return { key: String(answer.body[keyField]), descriptor: descriptorOf(answer) }
  }
  const timed = async (path: string) => {
    const startedAt = Date.now()
    const answer = await get(`${prefix}/${path}`, { token })
    return { answer, ms: Date.now() - startedAt }
  }

  it('EVT-28 returns the final status of every kind of import in one call', async () => {
    for (const [kind, content, field] of [
      ['files', makeBmp(8, 8), 'status'],
      ['insights', 'A text.', 'processing_status'],
    ] as const) {
      const { key, descriptor } = await begin(kind)
      await upload(descriptor, content)
      await post(`${prefix}/${kind}/${key}/complete`, { token })
      const { answer } = await timed(`${kind}/${key}/status?wait=45`)
      expect(answer.body[field]).toBe('completed')
      const plain = await get(`${prefix}/${kind}/${key}/status`, { token })
      expect(Object.keys(answer.body)).toEqual(Object.keys(plain.body))
    }
    const survey = await surveys.begin({ auto_map: true })
    for (const part of survey.parts) await upload(part, 'Email,Score\na@example.org,7\n')
    await surveys.complete(survey.key)
    const { answer } = await timed(`surveys/${survey.key}/status?wait=45`)
    expect(answer.body['status']).toBe('COMPLETED')
  })

  it('EVT-28 answers at once when the next step is the caller’s', async () => {
    const [file, insight, survey] = [await begin('files'), await begin('insights'), await surveys.begin()]
    for (const path of [
      `files/${file.key}/status?wait=45`,
      `insights/${insight.key}/status?wait=45`,
      `surveys/${survey.key}/status?wait=45`,
    ]) {
      const { answer, ms } = await timed(path)
      expect(answer.status).toBe(200)
      expect(ms).toBeLessThan(10_000)
    }
    expect((await timed(`files/${file.key}/status?wait=soon`)).answer.status).toBe(400)
  })

  it('EVT-29 a call that waits counts once', async () => {
    const caller = await makeCaller({ limit: 6 })
    const own = await makeProject(caller.token)
    const answer = await post(`${prefix}/files/initialize`, {
      token: caller.token,
      json: { project_id: own, file_name: 'a.bmp' },
    })
    await upload(descriptorOf(answer), makeBmp(8, 8))
    const key = String(answer.body['wav_key'])
    await post(`${prefix}/files/${key}/complete`, { token: caller.token })
    const waited = await get(`${prefix}/files/${key}/status?wait=45`, { token: caller.token })
    expect(waited.body['status']).toBe('completed')
    expect(waited.headers.get('ratelimit')).toMatch(/^"default";r=2;/)
  })

  it('EVT-30 wait is limited to 45 seconds, which proxies allow', async () => {
    const document = (await (await fetch(`${baseUrls[0]}/openapi.json`)).json()) as {
      paths: Record<string, { get?: { parameters?: { name: string; schema: { maximum?: number } }[] } }>
    }
    const waits = Object.values(document.paths).flatMap(({ get: operation }) =>
      (operation?.parameters ?? []).filter(({ name }) => name === 'wait'),
    )
    expect(waits).toHaveLength(6)
    for (const { schema } of waits) expect(schema.maximum).toBe(45)
  })
})
