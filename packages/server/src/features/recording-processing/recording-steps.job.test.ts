import { describe, expect, it } from 'vitest'
import { keyedRecordingJobs, legacyRecordingJobs, recordingOfJob } from './recording-steps.job.ts'

describe('the recording of a job', () => {
  it('is found by the key of every job that may process it', () => {
    for (const ref of [{ owner: 'file', id: 12 } as const, { owner: 'media', id: 7 } as const])
      for (const { name, key } of keyedRecordingJobs(ref))
        expect(recordingOfJob(name, key)).toEqual({
          ...ref,
          restart: name.endsWith('-recording') ? 'process-recording' : `process-${ref.owner}`,
        })
  })

  it('does not exist for jobs of other records', () => {
    expect(recordingOfJob('process-insight', '12')).toBeUndefined()
    expect(recordingOfJob('process-recording', 'survey:12')).toBeUndefined()
  })
})

it('the queues of the previous release have their names and retries', () => {
  expect(legacyRecordingJobs.map(({ job }) => [job.name, job.retryLimit])).toEqual([
    ['transcribe-file', 720],
    ['protect-file', 12],
    ['process-media', 8],
    ['transcribe-media', 720],
    ['protect-media', 12],
  ])
})
