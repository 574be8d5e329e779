import { expect, it } from 'vitest'
import { readReturnPath } from './return-path.ts'

it.each(['/projects', '/imports?show=done', '/projects/7?open=file/abc'])('returns to %s', (path) => {
  expect(readReturnPath(path)).toBe(path)
})

it.each(['//example.org', '/\\example.org', 'https://example.org', 'projects', '/sign-in', 7, undefined])(
  'rejects the return path %s',
  (path) => {
    expect(readReturnPath(path)).toBeUndefined()
  },
)
