import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { makeCaller } from '../../../test/harness/people.ts'
import { updateTeam } from '../team/team.repo.ts'

let app: TestApp
let caller: Awaited<ReturnType<typeof makeCaller>>
beforeAll(async () => {
  app = await startTestApp()
  caller = await makeCaller(app)
})
afterAll(() => app.close())

interface StoredProject {
  owner_id: number
  supported_languages: string[]
  transcript_language: string
  default_ai_language: string
  disable_search_ask_ai: boolean
  auto_ai_notes: unknown
  auto_pii_enabled: boolean
  privacy: unknown
  share_preference: number
  shared_roles: number[]
}

/** Creates over HTTP and reads the stored row, because the response has only id and name. */
async function createAndRead(settings: Record<string, unknown>): Promise<StoredProject> {
  const answer = await fetch(`${app.url}/api/v1/developer/import/projects/create`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Stored', ...settings }),
  })
  expect(answer.status).toBe(201)
  const { id } = (await answer.json()) as { id: number }
  const { rows } = await sql<StoredProject>`select * from project where id = ${id}`.execute(app.deps.db)
  const [project] = rows
  if (!project) throw new Error('The project was not stored.')
  return project
}

describe('a stored project', () => {
  it('PRJ-2 belongs to the user of the key', async () => {
    expect((await createAndRead({})).owner_id).toBe(caller.user.id)
  })

  it('PRJ-5 stores every privacy setting unchanged', async () => {
    const privacy = {
      redact_pii: true,
      pii_redaction_category: [1, 25],
      pii_redaction_type: ['audio', 'video'],
      anonymize_video: null,
      audio_modulation: true,
      blank_video: false,
      remove_video: true,
      remove_audio: false,
      video_name_blur: true,
      speaker_anonymization: 'participants_and_researchers',
    }
    expect((await createAndRead({ ...privacy, disable_search_ask_ai: true })).privacy).toEqual(privacy)
  })

  it('PRJ-6 enables automatic notes when the field is present, even empty', async () => {
    const on = { selected_guides: [], is_enabled: true }
    expect((await createAndRead({ auto_ai_notes_payload: {} })).auto_ai_notes).toEqual(on)
    expect(
      (await createAndRead({ auto_ai_notes_payload: { selected_guides: [4], is_enabled: false } }))
        .auto_ai_notes,
    ).toEqual(on)
    expect((await createAndRead({})).auto_ai_notes).toBeNull()
  })

  it('PRJ-7 drops unknown role ids and keeps the known ones', async () => {
    const project = await createAndRead({ project_share_preference: 4, shared_roles: [3, 3, 9, 0] })
    expect(project).toMatchObject({ share_preference: 4, shared_roles: [3, 0] })
  })

  it('PRJ-8 enables the privacy pipeline for any privacy field unless it is disabled explicitly', async () => {
    expect((await createAndRead({})).auto_pii_enabled).toBe(false)
    expect((await createAndRead({ redact_pii: false })).auto_pii_enabled).toBe(true)
    expect((await createAndRead({ anonymize_video: null })).auto_pii_enabled).toBe(true)
    const kept = await createAndRead({ redact_pii: true, auto_pii_enabled_at_project_level: false })
    expect(kept).toMatchObject({ auto_pii_enabled: false, privacy: { redact_pii: true } })
    expect((await createAndRead({ auto_pii_enabled_at_project_level: true })).auto_pii_enabled).toBe(true)
  })

  it('PRJ-9 falls back to the transcript language, en-US and the language of the team', async () => {
    await updateTeam(app.deps.db, caller.team.id, { default_supported_languages: ['sv-SE', 'fi-FI'] })
    expect(await createAndRead({})).toMatchObject({
      transcript_language: 'en-US',
      default_ai_language: 'en-US',
      supported_languages: ['sv-SE', 'fi-FI'],
    })
    expect(await createAndRead({ transcript_language: 'de-DE' })).toMatchObject({
      default_ai_language: 'de-DE',
    })
    expect(
      await createAndRead({ supported_languages: ['fr-FR'], default_ai_language: 'it-IT' }),
    ).toMatchObject({
      supported_languages: ['fr-FR'],
      default_ai_language: 'it-IT',
      transcript_language: 'en-US',
    })
  })

  it('PRJ-10 gets an empty label template', async () => {
    await createAndRead({})
    const { rows } = await sql<{ labels: unknown; n: number }>`
      select t.labels, count(*) over () as n from project p left join label_template t on t.project_id = p.id
      where t.id is null or t.labels <> '[]'`.execute(app.deps.db)
    expect(rows).toEqual([])
  })
})
