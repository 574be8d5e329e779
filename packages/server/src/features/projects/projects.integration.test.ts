/** Projects in the workspace: who sees them, what they show and how they are paged. */
import { roles } from '@inlet/contract'
import type { ProjectOverview } from '@inlet/contract/workspace'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../../test/harness/app.ts'
import { insertFileRow, insertInsightRow, insertSurveyRow } from '../../../test/harness/import-rows.ts'
import { makeProject, makeProjectTeam, type Person } from '../../../test/harness/project-team.ts'
import { makeVisitor } from '../../../test/harness/visitors.ts'

const app = await startTestApp()
const { ada, finn, vera, stranger, projects } = await makeProjectTeam(app)
afterAll(() => app.close())

describe('projects', () => {
  it('are listed for people with access', async () => {
    const seenBy = async ({ visitor }: Person) =>
      (await visitor.read<{ projects: ProjectOverview[] }>('/projects')).projects
        .map(({ name }) => name)
        .sort()
    expect(await seenBy(ada)).toEqual(['everyone', 'full', 'mine'])
    expect(await seenBy(finn)).toEqual(['everyone', 'full'])
    expect(await seenBy(vera)).toEqual(['everyone'])
    expect(await seenBy(stranger)).toEqual(['other'])
  })

  it('without access are reported like projects that do not exist', async () => {
    const closedTo: [Person, keyof typeof projects][] = [
      [finn, 'mine'],
      [vera, 'mine'],
      [vera, 'full'],
      [ada, 'other'],
      [stranger, 'everyone'],
      [ada, 'archived'],
      [ada, 'deleted'],
    ]
    const missing = await ada.visitor.get('/projects/999999999')
    const { request_id: _one, ...expected } = (await missing.json()) as Record<string, unknown>
    expect(expected).toMatchObject({
      code: 'project_not_found',
      error: expect.not.stringContaining('API key'),
    })
    for (const [{ visitor }, name] of closedTo) {
      const answer = await visitor.get(`/projects/${projects[name]}`)
      expect(answer.status, name).toBe(404)
      const { request_id: _other, ...body } = (await answer.json()) as Record<string, unknown>
      expect(body).toEqual(expected)
    }
    for (const id of ['0', '-1', 'x', '1.5', '9'.repeat(30)])
      expect((await ada.visitor.get(`/projects/${id}`)).status).toBe(404)
  })

  it('show owner, sharing and counts of their content', async () => {
    const place = { projectId: projects.full, by: ada.user }
    const { db } = app.deps
    await insertFileRow(db, place, 'pending')
    await insertFileRow(db, place, 'ready', { kind: 'audio' })
    await insertFileRow(db, place, 'working', { kind: 'video' })
    await insertFileRow(db, place, 'failed')
    await insertFileRow(db, place, 'ready', { kind: 'image' })
    await insertInsightRow(db, place, 'pending')
    await insertInsightRow(db, place, 'ready')
    await insertInsightRow(db, place, 'failed', { draft: true })
    await insertSurveyRow(db, place, 'pending')
    await insertSurveyRow(db, place, 'working')
    const { created_at, changed_at, ...project } = await finn.visitor.read<ProjectOverview>(
      `/projects/${projects.full}`,
    )
    expect(project).toEqual({
      id: projects.full,
      name: 'full',
      share_preference: 4,
      shared_roles: [0],
      owner: { id: ada.user.id, name: ada.user.name },
      is_mine: false,
      counts: { audio: 1, video: 1, document: 1, image: 1, insight: 1, survey: 1 },
      working: 2,
      failed: 1,
      transcript_language: 'en-US',
      supported_languages: ['en-US'],
      is_privacy_on: false,
      unusable_recordings: null,
    })
    expect(Date.parse(changed_at)).toBeGreaterThanOrEqual(Date.parse(created_at))
    const own = await ada.visitor.read<ProjectOverview>(`/projects/${projects.full}`)
    expect(own).toMatchObject({ is_mine: true, counts: { insight: 2 }, failed: 2 })
  })

  it('are paged by their last change, each once', async () => {
    const { visitor, user } = await makeVisitor(app, { role: roles.fullSeat })
    const made: number[] = []
    for (let i = 0; i < 7; i += 1) made.push(await makeProject({ visitor, user }, `P${i}`, {}))
    // A whole page of the same microsecond.
    await sql`update project set changed_at = '2026-01-01 12:00:00.123456+00' where id = any (${made.slice(2)}::bigint[])`.execute(
      app.deps.db,
    )
    const seen: number[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null; pages += 1) {
      expect(pages).toBeLessThan(5)
      const page: { projects: ProjectOverview[]; next_cursor: string | null } = await visitor.read(
        `/projects?limit=2&cursor=${cursor}`,
      )
      seen.push(...page.projects.map(({ id }) => id))
      cursor = page.next_cursor
    }
    const [p0 = 0, p1 = 0, ...rest] = made
    expect(seen).toEqual([p1, p0, ...rest.reverse()])
    expect((await visitor.get('/projects?cursor=nonsense')).status).toBe(400)
  })

  it('move to the top when their content changes', async () => {
    const { visitor, user } = await makeVisitor(app)
    const older = await makeProject({ visitor, user }, 'older', {})
    await makeProject({ visitor, user }, 'newer', {})
    await sql`update project set changed_at = changed_at - interval '1 minute' where team_id = ${user.team_id}`.execute(
      app.deps.db,
    )
    const key = await insertFileRow(app.deps.db, { projectId: older, by: user }, 'working')
    await sql`update file set status = 'completed', completed_at = now() where key = ${key}`.execute(
      app.deps.db,
    )
    const { projects: listed } = await visitor.read<{ projects: ProjectOverview[] }>('/projects')
    expect(listed.map(({ name }) => name)).toEqual(['older', 'newer'])
  })

  it('are created under the rules of the contract', async () => {
    const blank = await ada.visitor.post('/projects', { name: '  ' })
    expect(blank.status).toBe(400)
    expect(await blank.json()).toMatchObject({ details: [{ field: 'name' }] })
    const half = await ada.visitor.post('/projects', { name: 'x', project_share_preference: 4 })
    expect(await half.json()).toMatchObject({ details: [{ field: 'shared_roles' }] })
    await sql`update team set allow_manual_project_creation = false where id = ${stranger.user.team_id}`.execute(
      app.deps.db,
    )
    const refused = await stranger.visitor.post('/projects', { name: 'x' })
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ code: 'project_creation_disabled' })
  })
})
