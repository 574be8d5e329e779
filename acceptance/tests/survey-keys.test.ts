import { expect, it } from 'vitest'
import { admin, makeCaller } from '../harness/admin.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { makeProject } from '../harness/project.ts'
import { surveysOf, uploadParts } from '../harness/survey.ts'
import { makeCsv, mapping } from '../harness/survey-csv.ts'

describeOurs('surveys of several API keys', async () => {
  const owner = await makeCaller()
  const project = await makeProject(owner.token)
  const mine = surveysOf(owner.token, project)

  it('SUR-4 an idempotency key belongs to the API key that used it first', async () => {
    const colleague = await makeCaller({ team: owner.team })
    const stranger = await makeCaller()
    const theirs = surveysOf(colleague.token, project)
    const elsewhere = surveysOf(stranger.token, await makeProject(stranger.token))
    const settings = { idempotency_key: 'shared within the team' }
    const first = await mine.initialize(settings)
    expect(first.status).toBe(201)
    const refused = await theirs.initialize(settings)
    expect([refused.status, refused.body['code']]).toEqual([409, 'idempotency_conflict'])
    expect(JSON.stringify(refused.body)).not.toContain(String(first.body['upload_key']))
    expect((await elsewhere.initialize(settings)).status).toBe(201)
    expect((await mine.initialize(settings)).status).toBe(200)
  })

  it('IDM-9 SUR-17 uploads of an archived project are inaccessible, and their idempotency keys can be reused', async () => {
    const archived = await makeProject(owner.token)
    const inside = surveysOf(owner.token, archived)
    const settings = { idempotency_key: 'in a project to archive' }
    const survey = await inside.begin(settings)
    const completed = await inside.importParts([makeCsv('a@example.org')], { column_mapping: mapping })
    await admin('project', 'archive', String(archived))
    expect((await inside.initialize(settings)).status).toBe(404)
    const again = await mine.initialize(settings)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect(again.body).not.toHaveProperty('idempotency_mismatch')
    expect(JSON.stringify(again.body)).not.toContain(survey.key)
    const repeated = await mine.initialize(settings)
    expect([repeated.status, repeated.body['upload_key']]).toEqual([200, again.body['upload_key']])
    for (const answer of [await mine.append(completed.key), await mine.status(completed.key)]) {
      expect([answer.status, answer.body['code']]).toEqual([404, 'survey_not_found'])
    }
  })

  it('SUR-6 SUR-17 another key of the team that can open the project can continue an upload', async () => {
    const colleague = await makeCaller({ team: owner.team })
    const theirs = surveysOf(colleague.token, project)
    const survey = await mine.begin({ column_mapping: mapping })
    await uploadParts(survey, [makeCsv('a@example.org')])
    expect((await theirs.complete(survey.key)).status).toBe(202)
    await mine.ended(survey.key)
    const [first, second] = await Promise.all([mine.append(survey.key), theirs.append(survey.key)])
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([201, 409])
  })
})
