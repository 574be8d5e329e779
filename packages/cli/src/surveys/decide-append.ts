/** Decides how to append a file, from the local records and the status of the survey. */
import type { PartStatus, SurveyUpload } from '@inlet/sdk'
import { lastPart, type SentFile } from './sent-files.ts'

export type StopReason = 'unanswered' | 'filled' | 'withdrawn'

export type AppendDecision =
  /** The survey does not contain its responses. */
  | { action: 'append' }
  /** Its parts exist, and the open ones must be sent. `isCertain` is false if they may belong to another machine. */
  | { action: 'resume'; file: SentFile; isCertain: boolean }
  | { action: 'done'; file: SentFile }
  /** Another machine has uploaded to its parts or withdrawn some: the user must decide. */
  | { action: 'stop'; file: SentFile; reason: StopReason }

/** `file` is the record of the last time it was sent. */
export function decideAppend(survey: SurveyUpload, file: SentFile | undefined): AppendDecision {
  if (!file) return { action: 'append' }
  const own = survey.parts.filter((part) => part.part_number >= file.firstPart)
  const mine = own.filter((part) => part.part_number <= lastPart(file))
  const isWaitingIn = (...statuses: PartStatus[]) =>
    survey.status === 'AWAITING_UPLOAD' &&
    mine.length === file.numParts &&
    mine.every((part) => statuses.includes(part.status))
  switch (file.stage) {
    case 'requested':
      if (own.length === 0) return { action: 'append' }
      // This machine uploaded nothing, because it never received the response. An upload is from another append, or from
      // a retry of this one on another machine.
      return isWaitingIn('PENDING') && own.length === mine.length
        ? { action: 'resume', file, isCertain: false }
        : { action: 'stop', file, reason: 'unanswered' }
    case 'created':
    case 'sending': {
      if (mine.length === 0) return { action: 'append' }
      // Only this machine uploads to its parts, and it has not called complete; otherwise they now belong to another one.
      const isOurs = file.stage === 'sending' ? isWaitingIn('PENDING', 'UPLOADED') : isWaitingIn('PENDING')
      return isOurs
        ? { action: 'resume', file, isCertain: true }
        : { action: 'stop', file, reason: mine.length < file.numParts ? 'withdrawn' : 'filled' }
    }
    case 'sent':
      if (mine.length === 0) return { action: 'append' }
      if (mine.some((part) => part.status !== 'PROCESSED')) return { action: 'resume', file, isCertain: true }
      return mine.length < file.numParts
        ? { action: 'stop', file, reason: 'withdrawn' }
        : { action: 'done', file }
  }
}

/** The last time that exactly this content was sent, by an import, an append or a retry. */
export function lastSent(files: readonly SentFile[], hash: string): SentFile | undefined {
  return files.findLast((file) => file.hash === hash && file.numParts > 0)
}
