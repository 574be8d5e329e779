import { expect, it } from 'vitest'
import { createSeenEmails } from './seen-emails.ts'

it('has no false negatives and few false positives', () => {
  const seen = createSeenEmails()
  const email = (i: number) => `person-${i}@example.org`
  const count = 200_000
  for (let i = 0; i < count; i += 1) seen.add(email(i))
  let wrong = 0
  for (let i = 0; i < count; i += 1) if (!seen.mayHave(email(i))) wrong += 1
  expect(wrong).toBe(0)
  let inVain = 0
  for (let i = count; i < 2 * count; i += 1) if (seen.mayHave(email(i))) inVain += 1
  expect(inVain / count).toBeLessThan(0.005)
})
