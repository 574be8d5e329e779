/** Follows the event log for a command, and says when the connection is lost. */
import type { EventBatch, Inlet, IterateEventsOptions } from '@inlet/sdk'
import { findProject } from '../../client/find-project.ts'
import { explain } from '../../errors.ts'
import type { Output } from '../../output/output.ts'

export interface LogOptions {
  types?: string[]
  project?: string
}

/** Ends without an error when the signal aborts. */
export async function* followLog(
  { inlet, output, signal }: { inlet: Inlet; output: Output; signal: AbortSignal },
  { types, project }: LogOptions,
  after: IterateEventsOptions['after'],
): AsyncGenerator<EventBatch, void, undefined> {
  const projectId = project === undefined ? undefined : (await findProject(inlet, project)).id
  let isDown = false
  const onOutage = (error: unknown) => {
    if (!isDown) output.say(`${explain(error).message} Reconnecting.`)
    isDown = true
  }
  try {
    for await (const batch of inlet.events.iterate({ after, types, projectId, signal, onOutage })) {
      if (isDown) output.say('Connected again; no event was missed.')
      isDown = false
      yield batch
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
