/**
 * Has the service import a link. Each step is in the journal before the next one starts: a run that is killed before it
 * knows the record repeats initialize with the same idempotency key, and one that is killed after it completes that record.
 */
import { randomUUID } from 'node:crypto'
import { ApiError, type Inlet, type RequestOptions } from '@inlet/sdk'
import type { ImportAs } from '../journal/entries.ts'
import type { SendDeps } from './attempt.ts'
import { completeRecord } from './complete-record.ts'
import { FileProblem } from './file-problem.ts'
import type { ImportTask } from './import-task.ts'
import { hashOf } from './link.ts'
import { type ReferenceOptions, referencesOf } from './references.ts'
import { retryTransient } from './retry.ts'
import type { Sent } from './send-file.ts'

export type LinkDeps = Pick<SendDeps, 'records' | 'journal' | 'projectId' | 'signal' | 'onSent'> & {
  inlet: Pick<Inlet, 'files' | 'insights'>
  references: ReferenceOptions
}

type LinkTask = ImportTask & { sourceUrl: string }

/** A record that was never completed is deleted after a day; then another one is needed. */
const beginnings = 3

export async function sendLink(deps: LinkDeps, task: LinkTask): Promise<Sent> {
  let earlier = task.next.step === 'start' ? undefined : task.next.entry
  for (let i = 0; i < beginnings; i += 1) {
    const id = earlier?.id ?? (await begin(deps, task))
    const key = earlier?.key ?? (await initialize(deps, task, id))
    earlier = undefined
    if (key === undefined) continue
    deps.onSent()
    if ((await completeRecord(deps, { id, key, isInParts: false })) === 'accepted') return { id, key }
  }
  throw new FileProblem('was deleted from the service before it was downloaded. Try again later')
}

async function begin({ journal }: LinkDeps, { path, as, sourceUrl }: LinkTask): Promise<string> {
  const id = randomUUID()
  await journal.write({ do: 'begin', id, path, as, print: hashOf(sourceUrl), bytes: 0, mtime: '0' })
  return id
}

/** Undefined if the earlier call with this id had other options; its record is never completed. */
async function initialize(deps: LinkDeps, task: LinkTask, id: string): Promise<string | undefined> {
  const { journal, signal } = deps
  try {
    const options = { signal, idempotencyKey: id }
    const { key, isUrl } = await retryTransient(() => createRecord(deps, task, options), signal)
    if (!isUrl) throw notSupported()
    await journal.write({ do: 'key', id, key, upload: 'url' })
    return key
  } catch (error) {
    if (signal.aborted) throw error
    await journal.write({ do: 'drop', id, reason: error instanceof Error ? error.message : String(error) })
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'idempotency_key_reused') return undefined
    throw error.code === 'upload_type_unavailable' ? notSupported() : error
  }
}

/** Older services ignore the URL and wait for a form. */
async function createRecord(
  { inlet, projectId, references }: LinkDeps,
  { as, name, sourceUrl }: LinkTask,
  options: RequestOptions,
): Promise<{ key: string; isUrl: boolean }> {
  const body = {
    project_id: projectId,
    ...referencesOf(references),
    upload_type: 'url',
    source_url: sourceUrl,
  } as const
  const create: Record<ImportAs, () => Promise<{ key: string; begun: object }>> = {
    async file() {
      const begun = await inlet.files.initialize({ ...body, file_name: name }, options)
      return { key: begun.wav_key, begun }
    },
    async insight() {
      const begun = await inlet.insights.initialize({ ...body, filename: name }, options)
      return { key: begun.insight_key, begun }
    },
  }
  const { key, begun } = await create[as]()
  return { key, isUrl: 'upload' in begun }
}

const notSupported = () =>
  new FileProblem(
    'cannot be imported, because this service does not import from links. Download the file first',
  )
