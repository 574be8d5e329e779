import { expect, it } from 'vitest'
import { admin, makeCaller, makeTeam } from '../harness/admin.ts'
import { type Answer, call, get, items, post, prefix } from '../harness/api.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { makeProject } from '../harness/project.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'

/** The response without the fields that differ between requests. */
function bodyWithoutRequestId({ status, body }: Answer) {
  const { request_id: _, ...rest } = body
  return { status, rest }
}

describeOurs('every operation, every kind of project, every kind of key', async () => {
  const team = await makeTeam()
  const owner = await makeCaller({ team })
  const teamKey = await makeCaller({ team, email: owner.email, isTeamKey: true })
  const stranger = await makeCaller()
  const other = await makeCaller({ team })
  const archived = await makeProject(owner.token)
  const deleted = await makeProject(owner.token)
  const foreign = await makeProject(stranger.token)
  const targets = {
    own: { id: await makeProject(other.token), personal: true, team: true },
    'own, private': {
      id: await makeProject(other.token, { project_share_preference: 1 }),
      personal: true,
      team: false,
    },
    'private of another': {
      id: await makeProject(owner.token, { project_share_preference: 1 }),
      personal: false,
      team: false,
    },
    'of another team': { id: foreign, personal: false, team: false },
    archived: { id: archived, personal: false, team: false },
    deleted: { id: deleted, personal: false, team: false },
    nonexistent: { id: 2_000_000_000, personal: false, team: false },
  }
  /** The records in the projects, each created by a caller who had access at that time. */
  const makers: Record<string, string> = {
    'of another team': stranger.token,
    own: other.token,
    'own, private': other.token,
  }
  const newSurvey = (project_id: number) => ({
    project_id,
    name: 'a',
    file_type: 'CSV',
    num_parts: 1,
    media_config: {},
  })
  const records = new Map<string, { insight: string; file: string; survey: string }>()
  for (const [name, { id }] of Object.entries(targets)) {
    const token = makers[name] ?? owner.token
    const insight = await post(`${prefix}/insights/initialize`, {
      token,
      json: { project_id: id, filename: 'a.pdf' },
    })
    const file = await post(`${prefix}/files/initialize`, {
      token,
      json: { project_id: id, file_name: 'a.pdf' },
    })
    const survey = await post(`${prefix}/surveys/initialize`, { token, json: newSurvey(id) })
    records.set(name, {
      insight: insight.status === 201 ? String(insight.body['insight_key']) : nowhere,
      file: file.status === 201 ? String(file.body['wav_key']) : nowhere,
      survey: survey.status === 201 ? String(survey.body['upload_key']) : nowhere,
    })
  }
  await admin('project', 'archive', String(archived))
  await admin('project', 'delete', String(deleted), '--yes')
  const surveyPath = (target: string) => `${prefix}/surveys/${records.get(target)?.survey}`
  const operations: Record<string, (token: string, target: keyof typeof targets) => Promise<Answer>> = {
    'insights/initialize': (token, target) =>
      post(`${prefix}/insights/initialize`, {
        token,
        json: { project_id: targets[target].id, filename: 'a.pdf' },
      }),
    'insights/complete': (token, target) =>
      post(`${prefix}/insights/${records.get(target)?.insight}/complete`, { token }),
    'insights/status': (token, target) =>
      get(`${prefix}/insights/${records.get(target)?.insight}/status`, { token }),
    'files/initialize': (token, target) =>
      post(`${prefix}/files/initialize`, {
        token,
        json: { project_id: targets[target].id, file_name: 'a.pdf' },
      }),
    'files/complete': (token, target) =>
      post(`${prefix}/files/${records.get(target)?.file}/complete`, { token }),
    'files/status': (token, target) => get(`${prefix}/files/${records.get(target)?.file}/status`, { token }),
    'surveys/initialize': (token, target) =>
      post(`${prefix}/surveys/initialize`, { token, json: newSurvey(targets[target].id) }),
    'surveys/complete': (token, target) => post(`${surveyPath(target)}/complete`, { token }),
    'surveys/status': (token, target) => get(`${surveyPath(target)}/status`, { token }),
    'surveys/parts/retry': (token, target) => post(`${surveyPath(target)}/parts/1/retry`, { token }),
    'surveys/append': (token, target) =>
      post(`${surveyPath(target)}/append`, { token, json: { num_parts: 1 } }),
    'surveys/media/register': (token, target) =>
      post(`${surveyPath(target)}/media/register`, { token, json: { files: ['a.mp4'] } }),
    'surveys/media/retry': (token, target) => post(`${surveyPath(target)}/media/a.mp4/retry`, { token }),
    'surveys/media/withdraw': (token, target) =>
      call('DELETE', `${surveyPath(target)}/media/a.mp4`, { token }),
  }

  /** The insights are drafts of a person, so no team key sees them, whatever it can open. */
  const isDraftOfPerson = (operation: string) => /^insights\/(?:complete|status)$/.test(operation)

  it('ACC-3 ACC-4 gives every key exactly the accessible records, and the same 404 for all others', async () => {
    for (const [kind, token] of [
      ['personal', other.token],
      ['team', teamKey.token],
    ] as const) {
      for (const [operation, run] of Object.entries(operations)) {
        const reference = bodyWithoutRequestId(await run(token, 'nonexistent'))
        expect(reference.status).toBe(404)
        for (const name of Object.keys(targets) as (keyof typeof targets)[]) {
          const answer = await run(token, name)
          const label = `${kind} ${operation} ${name}`
          const isOpen = targets[name][kind] && (kind === 'personal' || !isDraftOfPerson(operation))
          if (isOpen) expect([label, answer.status]).not.toEqual([label, 404])
          else expect([label, bodyWithoutRequestId(answer)]).toEqual([label, reference])
        }
      }
    }
  })

  it('ACC-3 lists contain nothing of inaccessible projects', async () => {
    for (const [kind, token] of [
      ['personal', other.token],
      ['team', teamKey.token],
    ] as const) {
      const insights = items(await get(`${prefix}/insights`, { token }), 'insights')
      const files = items(await get(`${prefix}/files`, { token }), 'files')
      const keys = [...insights.map((item) => item['insight_key']), ...files.map((item) => item['wav_key'])]
      for (const [name, target] of Object.entries(targets)) {
        const record = records.get(name)
        if (name === 'nonexistent' || !record) continue
        expect([kind, name, keys.includes(record.file)]).toEqual([kind, name, target[kind]])
        const seesDraft = kind === 'personal' && target.personal
        expect([kind, name, keys.includes(record.insight)]).toEqual([kind, name, seesDraft])
      }
    }
  })

  it('ACC-4 invalid keys give the same 404', async () => {
    for (const kind of ['files', 'surveys']) {
      const reference = bodyWithoutRequestId(
        await get(`${prefix}/${kind}/${nowhere}/status`, { token: other.token }),
      )
      for (const key of ['x', '%00', '..%2f..', "'%20or%201=1", 'a'.repeat(300)]) {
        const answer = await get(`${prefix}/${kind}/${key}/status`, { token: other.token })
        expect([key, bodyWithoutRequestId(answer)]).toEqual([key, reference])
      }
    }
  })
})
