/** The job of each step of an imported recording, and the queues of earlier releases. */
import { RecordingOwner } from '@inlet/contract/workspace'
import { Type } from 'typebox'
import { defineJob, type Job } from '../../platform/jobs/job.ts'
import type { KeyedJob } from '../../platform/jobs/live-job.ts'
import { type RecordingStep, recordingSteps } from './recording-lifecycle.state.ts'

/** An imported recording: a file, or a linked media file of a survey. */
export interface RecordingRef {
  owner: RecordingOwner
  id: number
}

const payload = Type.Object({ v: Type.Literal(1), owner: RecordingOwner, id: Type.Integer() })

export const recordingJobs = {
  process: defineJob({
    name: 'process-recording',
    payload,
    // With backoff from 2 s, eight retries bridge eight minutes without the store, and a file that crashes its worker fails.
    retryLimit: 8,
    retryDelaySeconds: 2,
    // Converting a long video takes hours; heartbeats find a crashed worker much earlier.
    expireSeconds: 8 * 3600,
    opensUploads: true,
  }),
  transcribe: defineJob({
    name: 'transcribe-recording',
    payload,
    // Each saved chunk renews the retries, so the job fails after about an hour without progress.
    retryLimit: 720,
    retryDelaySeconds: 5,
    hasConstantRetryDelay: true,
    expireSeconds: 12 * 3600,
    opensUploads: true,
  }),
  protect: defineJob({
    name: 'protect-recording',
    payload,
    retryLimit: 12,
    retryDelaySeconds: 2,
    expireSeconds: 12 * 3600,
    opensUploads: true,
  }),
} satisfies Record<RecordingStep, Job>

export const recordingJobKey = ({ owner, id }: RecordingRef): string => `${owner}:${id}`

const legacyPayload = Type.Object({
  v: Type.Literal(1),
  fileId: Type.Optional(Type.Integer()),
  mediaId: Type.Optional(Type.Integer()),
})

function legacyJob(step: RecordingStep, owner: RecordingOwner) {
  const name = `${step}-${owner}`
  return { step, owner, job: defineJob({ ...recordingJobs[step], name, payload: legacyPayload }) }
}

/**
 * Queues with a kind of owner each, which releases before migration 0031 use. Their jobs, waiting or added during a
 * rolling upgrade, run in the handlers of the same steps. Nothing is enqueued here, and the next release removes them.
 * `process-file` is missing because documents still use it (features/files).
 */
export const legacyRecordingJobs = [
  legacyJob('transcribe', 'file'),
  legacyJob('protect', 'file'),
  legacyJob('process', 'media'),
  legacyJob('transcribe', 'media'),
  legacyJob('protect', 'media'),
]

/** Every job that may process the recording, under its key. */
export function keyedRecordingJobs(ref: RecordingRef): KeyedJob[] {
  const key = recordingJobKey(ref)
  const legacy = legacyJobNames(ref.owner).map((name) => ({ name, key: String(ref.id) }))
  return [...recordingSteps.map((step) => ({ name: recordingJobs[step].name, key })), ...legacy]
}

export const legacyJobNames = (owner: RecordingOwner): string[] =>
  recordingSteps.map((step) => `${step}-${owner}`)

/** The recording of a job by the job's name and key, and the name of the job that starts it from its upload. */
export function recordingOfJob(name: string, key: string): (RecordingRef & { restart: string }) | undefined {
  for (const owner of ['file', 'media'] as const) {
    if (legacyJobNames(owner).includes(name)) return { owner, id: Number(key), restart: `process-${owner}` }
    if (recordingSteps.some((step) => recordingJobs[step].name === name) && key.startsWith(`${owner}:`))
      return { owner, id: Number(key.slice(owner.length + 1)), restart: recordingJobs.process.name }
  }
  return undefined
}
