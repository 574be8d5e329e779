import type { MediaStatus, PartStatus, SurveyStatus } from '@inlet/contract'
import { describe, expect, it } from 'vitest'
import {
  canRetryMedia,
  canWithdrawMedia,
  type MediaEvent,
  nextMediaStatus,
  nextPartStatus,
  nextSurveyStatus,
  type PartEvent,
  type SurveyEvent,
  statusAfterWithdrawal,
} from './survey.state.ts'

interface Table<Status extends string, Event extends string> {
  statuses: Status[]
  events: Event[]
  legal: [Status, Event, Status][]
  next: (from: Status, event: Event) => Status | undefined
}

const survey: Table<SurveyStatus, SurveyEvent> = {
  statuses: ['AWAITING_UPLOAD', 'VALIDATING', 'PROCESSING', 'COMPLETED', 'FAILED'],
  events: [
    'complete',
    'verify',
    'succeed',
    'fail',
    'retryPart',
    'withdrawPart',
    'registerMedia',
    'append',
    'retype',
  ],
  legal: [
    ['AWAITING_UPLOAD', 'complete', 'VALIDATING'],
    ['AWAITING_UPLOAD', 'retryPart', 'AWAITING_UPLOAD'],
    ['AWAITING_UPLOAD', 'withdrawPart', 'AWAITING_UPLOAD'],
    ['AWAITING_UPLOAD', 'registerMedia', 'AWAITING_UPLOAD'],
    ['VALIDATING', 'verify', 'PROCESSING'],
    ['VALIDATING', 'fail', 'FAILED'],
    ['PROCESSING', 'succeed', 'COMPLETED'],
    ['PROCESSING', 'fail', 'FAILED'],
    ['FAILED', 'retryPart', 'AWAITING_UPLOAD'],
    ['FAILED', 'withdrawPart', 'AWAITING_UPLOAD'],
    ['FAILED', 'registerMedia', 'FAILED'],
    ['COMPLETED', 'append', 'AWAITING_UPLOAD'],
    ['COMPLETED', 'retype', 'PROCESSING'],
  ],
  next: nextSurveyStatus,
}

const part: Table<PartStatus, PartEvent> = {
  statuses: ['PENDING', 'UPLOADED', 'PROCESSED', 'FAILED'],
  events: ['find', 'lose', 'accept', 'process', 'fail', 'retry'],
  legal: [
    ['PENDING', 'find', 'UPLOADED'],
    ['PENDING', 'accept', 'UPLOADED'],
    ['PENDING', 'retry', 'PENDING'],
    ['UPLOADED', 'lose', 'PENDING'],
    ['UPLOADED', 'accept', 'UPLOADED'],
    ['UPLOADED', 'process', 'PROCESSED'],
    ['UPLOADED', 'fail', 'FAILED'],
    ['UPLOADED', 'retry', 'PENDING'],
    ['FAILED', 'accept', 'UPLOADED'],
    ['FAILED', 'retry', 'PENDING'],
  ],
  next: nextPartStatus,
}

const media: Table<MediaStatus, MediaEvent> = {
  statuses: ['PENDING', 'UPLOADED', 'LINKED', 'FAILED'],
  events: ['find', 'lose', 'link', 'fail', 'retry', 'replace', 'rematch'],
  legal: [
    ['PENDING', 'find', 'UPLOADED'],
    ['PENDING', 'retry', 'PENDING'],
    ['UPLOADED', 'lose', 'PENDING'],
    ['UPLOADED', 'link', 'LINKED'],
    ['UPLOADED', 'fail', 'FAILED'],
    ['LINKED', 'replace', 'PENDING'],
    ['FAILED', 'retry', 'PENDING'],
    ['FAILED', 'rematch', 'UPLOADED'],
  ],
  next: nextMediaStatus,
}

function describeTable<Status extends string, Event extends string>(
  name: string,
  { statuses, events, legal, next }: Table<Status, Event>,
): void {
  const illegal = statuses
    .flatMap((from) => events.map((event) => [from, event] as const))
    .filter(([from, event]) => !legal.some((move) => move[0] === from && move[1] === event))

  describe(name, () => {
    for (const [from, event, to] of legal)
      it(`moves from ${from} by ${event} to ${to}`, () => expect(next(from, event)).toBe(to))
    for (const [from, event] of illegal)
      it(`does not move from ${from} by ${event}`, () => expect(next(from, event)).toBeUndefined())
  })
}

describeTable('a survey upload', survey)
describeTable('a part', part)
describeTable('a media file', media)

describe('a corrected media file', () => {
  it.each([
    ['PENDING', false, true],
    ['UPLOADED', false, false],
    ['LINKED', false, false],
    ['LINKED', true, true],
    ['FAILED', false, true],
  ] as const)('in %s, recording failed: %s, can be sent again: %s', (status, hasFailedRecording, can) => {
    expect(canRetryMedia(status, hasFailedRecording)).toBe(can)
  })

  it.each([
    ['PENDING', true],
    ['UPLOADED', false],
    ['LINKED', false],
    ['FAILED', true],
  ] as const)('in %s can be withdrawn: %s', (status, can) => {
    expect(canWithdrawMedia(status)).toBe(can)
  })
})

describe('a withdrawn part', () => {
  const withdrawal = { isFailedPart: false, openParts: 0, wasCompleted: true, hasUnfinishedWork: false }
  const cases: [SurveyStatus, Partial<typeof withdrawal>, SurveyStatus | undefined][] = [
    ['AWAITING_UPLOAD', { openParts: 1 }, 'AWAITING_UPLOAD'],
    ['AWAITING_UPLOAD', {}, 'COMPLETED'],
    ['AWAITING_UPLOAD', { hasUnfinishedWork: true }, 'PROCESSING'],
    ['AWAITING_UPLOAD', { wasCompleted: false, hasUnfinishedWork: true }, 'PROCESSING'],
    ['FAILED', { openParts: 1 }, 'FAILED'],
    ['FAILED', { isFailedPart: true, openParts: 1 }, 'AWAITING_UPLOAD'],
    ['FAILED', { isFailedPart: true }, 'COMPLETED'],
    ['FAILED', { isFailedPart: true, wasCompleted: false }, 'PROCESSING'],
    ['VALIDATING', {}, undefined],
    ['PROCESSING', {}, undefined],
    ['COMPLETED', {}, undefined],
  ]
  for (const [from, given, to] of cases)
    it(`leaves ${from} with ${JSON.stringify(given)} as ${to ?? 'it is'}`, () =>
      expect(statusAfterWithdrawal(from, { ...withdrawal, ...given })).toBe(to))
})
