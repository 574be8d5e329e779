import { expect, it } from 'vitest'
import { makeCaller, makeTeam } from '../harness/admin.ts'
import { type Answer, get, items, post } from '../harness/api.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { logOf } from '../harness/events.ts'
import { managerScopes } from '../harness/manage.ts'
import { makeProject } from '../harness/project.ts'
import { readScopes } from '../harness/results.ts'
import { surveysOf } from '../harness/survey.ts'
import { waitForStatus } from '../harness/wait.ts'

const developer = '/api/v1/developer'
const scopes = `${managerScopes},${readScopes},participant:read,participant:manage`
const csv = 'Name,Email,Why\nAda,ada@example.org,because\nBen,ben@example.org,why not\n'
const column_mapping = { Name: 'Name', Email: 'Email', Why: 'Open-ended' }

describeOurs('erasing people', async () => {
  const team = await makeTeam()
  const { token } = await makeCaller({ team, role: 'admin', scopes, readLimit: 10_000 })
  const colleague = await makeCaller({ team, scopes })
  const surveys = surveysOf(token, await makeProject(token))
  const erase = (json: object, by = token): Promise<Answer> =>
    post(`${developer}/respondents/erase`, { token: by, json })
  const read = (path: string) => get(`${developer}/${path}`, { token })
  const ended = async (answer: Answer) => {
    const path = `${developer}/erasures/${String(answer.body['erasure_key'])}`
    await waitForStatus(path, { token, field: 'status', until: ['completed'] })
    return get(path, { token })
  }
  const namesIn = async (key: string) =>
    items(await read(`surveys/${key}/respondents`), 'respondents').map((one) => one['name'])

  it('MNG-9 MNG-10 erases a person by address from every survey and keeps the number of responses', async () => {
    const imported = [
      await surveys.importParts([csv], { column_mapping }),
      await surveys.importParts([csv], { column_mapping, idempotency_key: 'second' }),
    ]
    const after = await logOf(token).latest()
    const asked = await erase({ email: 'Ada@example.org' })
    expect([asked.status, Object.keys(asked.body)]).toEqual([202, ['erasure_key']])
    const done = await ended(asked)
    expect(done.body).toMatchObject({
      erasure_key: asked.body['erasure_key'],
      status: 'completed',
      removed: { surveys: 2, responses: 2, notes: 2, media: 0, participants: 1 },
    })
    for (const { key } of imported) {
      expect(await namesIn(key)).toEqual(['Ben'])
      const responses = items(await read(`surveys/${key}/responses`), 'responses')
      expect(responses.map((one) => [one['is_erased'], (one['answers'] as unknown[]).length])).toEqual([
        [true, 0],
        [false, 1],
      ])
    }
    const people = items(await read('participants'), 'participants').map((one) => one['email'])
    expect(people).toEqual(['ben@example.org'])
    const events = await logOf(token).all({ after, types: 'respondent.erased' })
    expect(events).toHaveLength(2)
    expect(new Set(events.map(({ data }) => data.upload_key))).toEqual(
      new Set(imported.map(({ key }) => key)),
    )
    expect(JSON.stringify(events)).not.toMatch(/\bada\b/i)
  })

  it('MNG-9 erases a respondent of one survey', async () => {
    const { key } = await surveys.importParts([csv], { column_mapping, idempotency_key: 'third' })
    const [person] = items(await read(`surveys/${key}/respondents`), 'respondents')
    const respondent = { upload_key: key, respondent_id: person?.['respondent_id'] }
    const done = await ended(await erase(respondent))
    expect(done.body['removed']).toMatchObject({ surveys: 1, responses: 1 })
    expect(await namesIn(key)).toEqual(['Ben'])
    expect((await erase(respondent)).status).toBe(404)
  })

  it('MNG-9 is for team admins, and names the person in one way', async () => {
    const refused = await erase({ email: 'ben@example.org' }, colleague.token)
    expect([refused.status, refused.body['code']]).toEqual([403, 'admins_only'])
    for (const json of [{}, { email: 'x' }, { upload_key: 'x' }, { email: 'a@b.org', respondent_id: 1 }])
      expect((await erase(json)).status).toBe(400)
    const unknown = await erase({ email: 'nobody@example.org' })
    expect(unknown.status).toBe(202)
    const path = `${developer}/erasures/${String(unknown.body['erasure_key'])}`
    expect((await get(path, { token: colleague.token })).body['code']).toBe('admins_only')
    expect((await read('erasures/00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await read('erasures/x')).status).toBe(404)
  })
})
