import type { FileStatus } from '@inlet/contract'
import { describe, expect, it } from 'vitest'
import { type FileEvent, nextStatus } from './file.state.ts'

const statuses: FileStatus[] = ['pending_upload', 'processing', 'completed', 'error', 'recording']
const events: FileEvent[] = ['complete', 'succeed', 'fail', 'retry']
const legal: [FileStatus, FileEvent, FileStatus][] = [
  ['pending_upload', 'complete', 'processing'],
  ['processing', 'succeed', 'completed'],
  ['processing', 'fail', 'error'],
  ['error', 'retry', 'processing'],
]
const illegal = statuses
  .flatMap((from) => events.map((event) => [from, event] as const))
  .filter(([from, event]) => !legal.some((move) => move[0] === from && move[1] === event))

describe('nextStatus', () => {
  it.each(legal)('goes from %s to its next status on %s: %s', (from, event, to) => {
    expect(nextStatus(from, event)).toBe(to)
  })

  it.each(illegal)('is undefined for %s on %s', (from, event) => {
    expect(nextStatus(from, event)).toBeUndefined()
  })
})
