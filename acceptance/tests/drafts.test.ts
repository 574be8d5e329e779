import { expect, it } from 'vitest'
import { makeCaller, makeKey, makeTeam } from '../harness/admin.ts'
import { type Answer, fetchToken, get, items, post, prefix } from '../harness/api.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { makeProject } from '../harness/project.ts'
import { descriptorOf, upload } from '../harness/upload.ts'
import { waitForStatus } from '../harness/wait.ts'

const path = `${prefix}/insights`
const nowhere = '00000000-0000-4000-8000-000000000000'

const withoutRequestId = ({ status, body }: Answer) => {
  const { request_id: _, ...rest } = body
  return { status, rest }
}

describeOurs('drafts', async () => {
  const team = await makeTeam()
  const creator = await makeCaller({ team })
  const project_id = await makeProject(creator.token, { project_share_preference: 2 })
  const secondKey = await fetchToken(await makeKey(creator.email))
  const teamKey = await makeCaller({ team, email: creator.email, isTeamKey: true })
  const otherTeamKey = await makeCaller({ team, email: creator.email, isTeamKey: true })
  const colleagues: Record<string, string> = { 'other team key': otherTeamKey.token }
  for (const role of ['admin', 'full', 'collaborator', 'viewer'] as const)
    colleagues[role] = (await makeCaller({ team, role })).token

  const begin = async (token: string) => {
    const answer = await post(`${path}/initialize`, { token, json: { project_id, filename: 'a.txt' } })
    return { key: String(answer.body['insight_key']), descriptor: descriptorOf(answer) }
  }
  const status = (key: string, token: string) => get(`${path}/${key}/status`, { token })
  const list = (token: string) => get(path, { token })
  const finish = async (token: string, shouldPublish: boolean) => {
    const { key, descriptor } = await begin(token)
    await upload(descriptor, 'for my eyes only')
    await post(`${path}/${key}/complete`, { token, json: { should_publish: shouldPublish } })
    await waitForStatus(`${path}/${key}/status`, { token, field: 'processing_status', until: ['completed'] })
    return key
  }

  async function expectHidden(key: string, token: string): Promise<void> {
    expect(withoutRequestId(await status(key, token))).toEqual(withoutRequestId(await status(nowhere, token)))
    const listed = await list(token)
    expect(items(listed, 'insights').map((item) => item['insight_key'])).not.toContain(key)
    expect(listed.body['count']).toBe(items(listed, 'insights').length)
  }

  async function expectShown(key: string, token: string): Promise<void> {
    expect((await status(key, token)).status).toBe(200)
    const listed = await list(token)
    expect(items(listed, 'insights').map((item) => item['insight_key'])).toContain(key)
    expect(listed.body['count']).toBe(items(listed, 'insights').length)
  }

  it('INS-11 GEN-4 a draft is visible only to the user who imported it, with any of their keys', async () => {
    for (const key of [(await begin(creator.token)).key, await finish(creator.token, false)]) {
      for (const token of [creator.token, secondKey]) await expectShown(key, token)
      for (const token of [...Object.values(colleagues), teamKey.token]) await expectHidden(key, token)
    }
  })

  it('INS-11 GEN-4 a draft of a team key is visible only to that key, not to its creator', async () => {
    const key = await finish(teamKey.token, false)
    await expectShown(key, teamKey.token)
    for (const token of [...Object.values(colleagues), creator.token]) await expectHidden(key, token)
  })

  it('INS-11 only its creator can publish or complete a draft', async () => {
    const { key, descriptor } = await begin(creator.token)
    await upload(descriptor, 'for my eyes only')
    for (const [name, token] of Object.entries({ ...colleagues, 'team key': teamKey.token })) {
      const answer = await post(`${path}/${key}/complete`, { token, json: { should_publish: true } })
      expect([name, answer.status]).toEqual([name, name === 'viewer' ? 403 : 404])
    }
    expect((await status(key, creator.token)).body).toMatchObject({
      processing_status: 'pending',
      insight_state: 1,
    })
  })

  it('INS-11 a published insight is visible to everyone who can open the project', async () => {
    const key = await finish(creator.token, true)
    for (const token of [...Object.values(colleagues), teamKey.token]) await expectShown(key, token)
    const stranger = await makeCaller()
    await expectHidden(key, stranger.token)
  })
})
