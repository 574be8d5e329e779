import { describe, expect, it } from 'vitest'
import { admin, makeCaller } from '../harness/admin.ts'
import { anyCaller } from '../harness/caller.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { makeProject } from '../harness/project.ts'
import { partsOf, surveysOf, uploadParts } from '../harness/survey.ts'
import { makeCsv, mapping } from '../harness/survey-csv.ts'

const newKey = () => `idempotency-${Date.now()}-${Math.random()}`

describe('a repeated idempotency key', async () => {
  const { token } = await anyCaller()
  const project = await makeProject(token)
  const surveys = surveysOf(token, project)

  it('IDM-8 a repeated idempotency key returns the existing upload and the fields that differ from the first request', async () => {
    const request = { idempotency_key: newKey(), name: 'Spring', num_parts: 2 }
    const first = await surveys.initialize(request)
    expect(first.status).toBe(201)
    expect(first.body).not.toHaveProperty('idempotency_mismatch')
    const changes: [string[], Record<string, unknown>][] = [
      [['project_id'], { project_id: await makeProject(token) }],
      [['name'], { name: 'Summer' }],
      [['name'], { name: 'spring' }],
      [['num_parts'], { num_parts: 3 }],
      [
        ['project_id', 'name', 'num_parts'],
        { project_id: await makeProject(token), name: 'X', num_parts: 1 },
      ],
    ]
    for (const [fields, change] of changes) {
      const answer = await surveys.initialize({ ...request, ...change })
      expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
      const { idempotency_mismatch, ...body } = answer.body
      expect(idempotency_mismatch).toEqual(fields)
      expect({ ...body, upload_urls: [] }).toEqual({ ...first.body, upload_urls: [] })
      expect(partsOf(answer).map((part) => part.part_number)).toEqual([1, 2])
    }
  })

  it('IDM-8 no mismatch is reported if only other fields differ', async () => {
    const request = { idempotency_key: newKey(), name: 'Spring', num_parts: 2 }
    await surveys.begin(request)
    for (const change of [{}, { name: '  Spring ' }, { auto_map: true }, { column_mapping: mapping }]) {
      const answer = await surveys.initialize({ ...request, ...change })
      expect([answer.status, answer.body]).toEqual([
        200,
        expect.not.objectContaining({ idempotency_mismatch: expect.anything() }),
      ])
      expect(answer.body).not.toHaveProperty('idempotency_mismatch')
    }
  })

  it('IDM-9 num_parts is compared with the first request, also after an append', async () => {
    const request = { idempotency_key: newKey(), column_mapping: mapping }
    const { key } = await surveys.importParts([makeCsv('a@example.org')], request)
    const appended = await surveys.append(key, 2)
    const waiting = await surveys.initialize(request)
    expect(waiting.body).toMatchObject({ upload_key: key, status: 'AWAITING_UPLOAD', num_parts: 3 })
    expect(waiting.body).not.toHaveProperty('idempotency_mismatch')
    const asMany = await surveys.initialize({ ...request, num_parts: 3 })
    expect(asMany.body['idempotency_mismatch']).toEqual(['num_parts'])
    const survey = { key, surveyKey: '', parts: partsOf(appended), answer: appended }
    await uploadParts(survey, [makeCsv('b@example.org'), makeCsv('c@example.org')])
    await surveys.complete(key)
    await surveys.ended(key)
    expect((await surveys.initialize(request)).body).not.toHaveProperty('idempotency_mismatch')
  })
})

describeOurs('an idempotency key of an inaccessible upload', async () => {
  const owner = await makeCaller()
  const project = await makeProject(owner.token)
  const mine = surveysOf(owner.token, project)

  it('IDM-9 an idempotency key can be reused by every key of the team once the project is archived or deleted', async () => {
    const colleague = await makeCaller({ team: owner.team })
    const theirs = surveysOf(colleague.token, project)
    for (const verb of ['archive', 'delete']) {
      const gone = await makeProject(owner.token)
      const request = { idempotency_key: newKey(), name: verb }
      const before = await surveysOf(owner.token, gone).begin(request)
      expect((await theirs.initialize(request)).status).toBe(409)
      await admin('project', verb, String(gone), '--yes')
      const answers = await Promise.all([1, 2, 3].map(() => theirs.initialize(request)))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 201])
      expect(new Set(answers.map(({ body }) => body['upload_key'])).size).toBe(1)
      for (const answer of answers) {
        expect(answer.body).not.toHaveProperty('idempotency_mismatch')
        expect(JSON.stringify(answer.body)).not.toContain(before.key)
      }
      expect((await mine.initialize(request)).status).toBe(409)
    }
  })
})
