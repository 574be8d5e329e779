import type { MediaStatus, PartStatus, SurveyStatus } from '@inlet/contract'
import { describe, expect, it } from 'vitest'
import {
  type MediaEvent,
  nextMediaStatus,
  nextPartStatus,
  nextSurveyStatus,
  type PartEvent,
  type SurveyEvent,
} from './survey.state.ts'

interface Table<Status extends string, Event extends string> {
  statuses: Status[]
  events: Event[]
  legal: [Status, Event, Status][]
  next: (from: Status, event: Event) => Status | undefined
}

const survey: Table<SurveyStatus, SurveyEvent> = {
  statuses: ['AWAITING_UPLOAD', 'VALIDATING', 'PROCESSING', 'COMPLETED', 'FAILED'],
  events: ['complete', 'verify', 'succeed', 'fail', 'retryPart', 'registerMedia', 'append'],
  legal: [
    ['AWAITING_UPLOAD', 'complete', 'VALIDATING'],
    ['AWAITING_UPLOAD', 'retryPart', 'AWAITING_UPLOAD'],
    ['AWAITING_UPLOAD', 'registerMedia', 'AWAITING_UPLOAD'],
    ['VALIDATING', 'verify', 'PROCESSING'],
    ['VALIDATING', 'fail', 'FAILED'],
    ['PROCESSING', 'succeed', 'COMPLETED'],
    ['PROCESSING', 'fail', 'FAILED'],
    ['FAILED', 'retryPart', 'AWAITING_UPLOAD'],
    ['FAILED', 'registerMedia', 'FAILED'],
    ['COMPLETED', 'append', 'AWAITING_UPLOAD'],
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
  events: ['find', 'lose', 'link', 'fail', 'retry'],
  legal: [
    ['PENDING', 'find', 'UPLOADED'],
    ['PENDING', 'retry', 'PENDING'],
    ['UPLOADED', 'lose', 'PENDING'],
    ['UPLOADED', 'link', 'LINKED'],
    ['UPLOADED', 'fail', 'FAILED'],
    ['FAILED', 'retry', 'PENDING'],
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
