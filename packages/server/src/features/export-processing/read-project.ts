/** Reads what an export contains of a project from the database, in one snapshot. */
import { findCountedProject, viewManagedProject } from '../projects/projects.public.ts'
import {
  countPeople,
  countRecords,
  findLabelTemplate,
  listProjectParticipants,
  recordLists,
  recordsAtOnce,
} from './export-records.repo.ts'
import { type ProjectReading, toJson, toLine } from './project-reading.ts'
import { readFile, readInsight } from './read-files.ts'
import { readSurvey } from './read-survey.ts'

/** Whoever requested the export can no longer open the project. */
export class AccessLost extends Error {}

export async function readProject(reading: ProjectReading): Promise<void> {
  await readSettings(reading)
  if (reading.hasPeople) await readParticipants(reading)
  await readRecords(reading, {
    insight: (key) => readInsight(reading, key),
    file: (key) => readFile(reading, key),
    survey: (key) => readSurvey(reading, key),
  })
}

/** Calls the reader of each record that the key can see, and counts the others. */
export async function readRecords(
  reading: ProjectReading,
  readers: Readonly<Record<keyof typeof recordLists, (key: string) => Promise<void>>>,
): Promise<void> {
  const { tx, principal, projectId, omitted, onProgress } = reading
  if (!reading.hasPeople) omitted.people += await countPeople(tx, projectId)
  const { total, drafts_of_others, not_uploaded } = await countRecords(tx, principal, projectId)
  omitted.drafts_of_others += drafts_of_others
  omitted.not_uploaded += not_uploaded
  let done = 0
  for (const kind of ['insight', 'file', 'survey'] as const) {
    for await (const key of listKeys(reading, kind)) {
      await readers[kind](key)
      done += 1
      onProgress(done / Math.max(total, 1))
    }
  }
}

async function* listKeys(
  { tx, principal, projectId }: ProjectReading,
  kind: keyof typeof recordLists,
): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const records = await recordLists[kind](tx, principal, projectId, after)
    for (const { key } of records) yield key
    const last = records.at(-1)
    if (!last || records.length < recordsAtOnce) return
    after = last.id
  }
}

async function readSettings({ tx, principal, projectId, spool }: ProjectReading): Promise<void> {
  const project = await findCountedProject(tx, principal, projectId)
  if (!project) throw new AccessLost()
  const settings = {
    ...viewManagedProject(project),
    auto_ai_notes: project.auto_ai_notes,
    label_template: await findLabelTemplate(tx, projectId),
  }
  await spool.addFile({ path: 'project.json', role: 'project', recordKey: null }, [toJson(settings)])
}

async function readParticipants({ tx, principal, projectId, spool }: ProjectReading): Promise<void> {
  async function* lines() {
    for (let after = 0; ; ) {
      const people = await listProjectParticipants(tx, principal, projectId, after)
      for (const { id, created_at, ...person } of people)
        yield toLine({ participant_id: id, ...person, created_at: created_at.toISOString() })
      const last = people.at(-1)
      if (!last) return
      after = last.id
    }
  }
  await spool.addFile({ path: 'participants.ndjson', role: 'participants', recordKey: null }, lines())
}
