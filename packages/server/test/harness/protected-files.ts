/** Recordings under privacy settings in every phase, inserted as processing leaves them. */
import { sql } from 'kysely'
import type { User } from '../../src/features/team/team.repo.ts'
import type { TestApp } from './app.ts'
import { insertRecordingFile, type Line } from './reading.ts'

export const protectedPhases = ['converted', 'transcribed', 'failed', 'protected'] as const
export type ProtectedPhase = (typeof protectedPhases)[number]

const isOn = JSON.stringify({ is_on: true, settings: {} })

/**
 * The lines are of the closed recording; in the phase `protected` they are of the verified one, and the closed one is
 * gone.
 */
export async function insertProtectedFile(
  app: TestApp,
  place: { projectId: number; by: User },
  phase: ProtectedPhase,
  lines: readonly Line[],
  name = 'secret.mp4',
): Promise<string> {
  const { key, recordingId } = await insertRecordingFile(app, place, lines, { name })
  const { db } = app.deps
  await sql`update file set privacy = ${isOn}::jsonb where key = ${key}`.execute(db)
  if (phase === 'protected') return key
  const isFailed = phase === 'failed'
  await sql`
    update file set recording_id = null, closed_recording_id = recording_id, completed_at = null,
      status = ${isFailed ? 'error' : 'processing'}, failure_code = ${isFailed ? 'not_protected' : null},
      failure_message = ${isFailed ? 'Faces could not be covered.' : null}
    where key = ${key}`.execute(db)
  if (phase === 'converted')
    await sql`update transcript set completed_at = null where recording_id = ${recordingId}`.execute(db)
  return key
}

/** The control of a leak test: the same content without privacy settings. */
export async function removeProtection(app: TestApp, key: string): Promise<void> {
  await sql`
    update transcript t set completed_at = now() from file f
    where t.recording_id = coalesce(f.recording_id, f.closed_recording_id) and f.key = ${key}`.execute(
    app.deps.db,
  )
  await sql`
    update file set privacy = '{"is_on": false}'::jsonb, status = 'completed', failure_code = null,
      failure_message = null, recording_id = coalesce(recording_id, closed_recording_id), closed_recording_id = null
    where key = ${key}`.execute(app.deps.db)
}
