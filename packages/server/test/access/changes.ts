/** Live updates of the access matrix: a change of a record is announced to exactly those who can see it. */
import { type RawBuilder, sql } from 'kysely'
import { type EventStreamClient, followChanges } from '../harness/event-stream-client.ts'
import { waitFor } from '../harness/processes.ts'
import { visitAs } from '../harness/visitors.ts'
import type { Matrix } from './cells.ts'
import { type Person, persons } from './people.ts'
import type { Kind, Target } from './world.ts'

/** Changes something of the record that the workspace shows. */
const changeOf: Partial<Record<Kind, (target: Target) => RawBuilder<unknown>>> = {
  insight: ({ params }) => sql`
    update insight set phase = 'failed', extraction_id = null, failure_code = 'x',
      object_key = coalesce(object_key, gen_random_uuid()::text) where key = ${params['key']}`,
  document: ({ params }) =>
    sql`update file set status = 'error', failure_code = 'x' where key = ${params['key']}`,
  recording: ({ params }) =>
    sql`update file set status = 'error', failure_code = 'x' where key = ${params['key']}`,
  survey: ({ params }) =>
    sql`update survey set response_count = response_count + 1 where upload_key = ${params['key']}`,
  media: ({ params }) =>
    sql`update survey_media set recording_failure_code = 'x' where id = ${params['key']}`,
}

export async function checkChanges({ app, people, targets, check }: Matrix): Promise<void> {
  const readers = new Map<Person, EventStreamClient>()
  for (const person of persons)
    readers.set(person, await followChanges(await visitAs(app, people.users[person])))
  try {
    await Promise.all([...readers.values()].map((reader) => reader.waitForEvents('ready')))
    const changed = targets.filter(({ kind }) => changeOf[kind])
    for (const target of changed) await changeOf[target.kind]?.(target).execute(app.deps.db)
    const receivedBy = (person: Person, { params }: Target) =>
      readers
        .get(person)
        ?.changes()
        .some(({ key }) => key === params['key']) === true
    const isComplete = () =>
      changed.every(({ visibleTo, ...target }) =>
        persons.every((person) => !visibleTo.has(person) || receivedBy(person, { visibleTo, ...target })),
      )
    // Announcements of one moment arrive together, so a missing one has not been sent once the others are here.
    await waitFor(async () => isComplete(), 10_000, 50).catch(() => {})
    for (const person of persons)
      for (const target of changed)
        check(
          `workspace changes.stream, ${person}, ${target.name}`,
          target.visibleTo.has(person) ? 'allowed' : 'not announced',
          receivedBy(person, target) ? 'allowed' : 'not announced',
        )
  } finally {
    for (const reader of readers.values()) reader.close()
  }
}
