import type { PartStatus, SurveyStatus, SurveyUpload } from '@inlet/sdk'
import { describe, expect, it } from 'vitest'
import { decideAppend, lastSent } from './decide-append.ts'
import type { SentFile, SentStage } from './sent-files.ts'

const letters: Record<string, PartStatus> = {
  p: 'PENDING',
  u: 'UPLOADED',
  d: 'PROCESSED',
  f: 'FAILED',
}
const words: Record<string, SurveyStatus> = {
  waits: 'AWAITING_UPLOAD',
  works: 'PROCESSING',
  done: 'COMPLETED',
  failed: 'FAILED',
}

/** "waits dp": the status, then a letter for each part; a dash is a part that was withdrawn. */
function surveyOf(text: string): SurveyUpload {
  const [word = '', parts = ''] = text.split(' ')
  return {
    status: words[word],
    parts: parts
      .split('')
      .flatMap((letter, i) =>
        letter === '-' ? [] : [{ part_number: i + 1, status: letters[letter], row_count: null }],
      ),
  } as unknown as SurveyUpload
}

const sent = (stage: SentStage, firstPart = 2, numParts = 1): SentFile => ({
  path: '/home/a/week-2.csv',
  hash: 'aa',
  firstPart,
  numParts,
  stage,
})

describe('a file that is to be appended', () => {
  it('is appended when it was never sent', () => {
    expect(decideAppend(surveyOf('done d'), undefined)).toEqual({ action: 'append' })
  })

  it.each<[SentStage, string, string]>([
    // The response to the append was not received.
    ['requested', 'done d', 'append'],
    ['requested', 'waits dp', 'resume, perhaps'],
    ['requested', 'waits du', 'stop: unanswered'],
    ['requested', 'waits dpp', 'stop: unanswered'],
    ['requested', 'done dd', 'stop: unanswered'],
    ['requested', 'works du', 'stop: unanswered'],
    ['requested', 'failed df', 'stop: unanswered'],
    // The parts are known, and nothing was uploaded.
    ['created', 'waits dp', 'resume'],
    ['created', 'done d-', 'append'],
    ['created', 'waits du', 'stop: filled'],
    ['created', 'done dd', 'stop: filled'],
    ['created', 'failed df', 'stop: filled'],
    // Uploads had begun, and complete was not called.
    ['sending', 'waits dp', 'resume'],
    ['sending', 'waits du', 'resume'],
    ['sending', 'done d-', 'append'],
    ['sending', 'done dd', 'stop: filled'],
    ['sending', 'failed df', 'stop: filled'],
    // Everything was uploaded.
    ['sent', 'waits du', 'resume'],
    ['sent', 'works du', 'resume'],
    ['sent', 'failed df', 'resume'],
    ['sent', 'done dd', 'done'],
    ['sent', 'done ddd', 'done'],
    ['sent', 'failed ddf', 'done'],
    ['sent', 'waits ddp', 'done'],
    ['sent', 'done d-d', 'append'],
  ])('%s, with the survey at "%s": %s', (stage, survey, expected) => {
    const decision = decideAppend(surveyOf(survey), sent(stage))
    const told =
      decision.action === 'resume'
        ? `resume${decision.isCertain ? '' : ', perhaps'}`
        : decision.action === 'stop'
          ? `stop: ${decision.reason}`
          : decision.action
    expect(told).toBe(expected)
  })

  it('needs a decision by the user when some of its parts were withdrawn', () => {
    expect(decideAppend(surveyOf('done dd-'), sent('sent', 2, 2))).toMatchObject({
      action: 'stop',
      reason: 'withdrawn',
    })
    expect(decideAppend(surveyOf('waits dp-'), sent('created', 2, 2))).toMatchObject({
      action: 'stop',
      reason: 'withdrawn',
    })
  })

  it('is recognized by its content, the last time it was sent', () => {
    const files = [sent('sent', 2), { ...sent('sent', 3), hash: 'bb' }, sent('sent', 4)]
    expect(lastSent(files, 'aa')?.firstPart).toBe(4)
    expect(lastSent(files, 'cc')).toBeUndefined()
  })
})
