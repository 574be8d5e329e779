import { expect, it } from 'vitest'
import { eventLine } from './event-line.ts'

const base = { id: 'evt_1', timestamp: '2026-03-01T10:00:00.123Z' }

it.each([
  [
    'file.completed',
    { project_id: 7, wav_key: 'w-1', status: 'completed' },
    '2026-03-01 10:00:00  file.completed          w-1  project 7',
  ],
  [
    'part.failed',
    { project_id: 7, upload_key: 'u-1', part_number: 3 },
    '2026-03-01 10:00:00  part.failed             u-1  part 3  project 7',
  ],
  [
    'webhook.disabled',
    { project_id: null, webhook_key: 'h-1', disabled_reason: 'gone' },
    '2026-03-01 10:00:00  webhook.disabled        h-1  gone',
  ],
  [
    'a.type.of.the.future\u001b[2J',
    { project_id: null },
    '2026-03-01 10:00:00  a.type.of.the.future\ufffd[2J',
  ],
])('prints %s on one line', (type, data, line) => {
  expect(eventLine({ ...base, type, data: { external_id: null, links: {}, ...data } })).toBe(line)
})
