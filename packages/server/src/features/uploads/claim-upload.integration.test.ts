import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { startTestApp } from '../../../test/harness/app.ts'
import { underClaim, whileClaimed } from './claim-upload.ts'
import { claimSeconds, takeClaim } from './upload-claims.repo.ts'

const app = await startTestApp()
afterAll(() => app.close())

const { db } = app.deps

it('is renewed while the work takes longer than the claim lasts', async () => {
  let ended = false
  const work = underClaim(db, 'long', async () => {
    await sleep((claimSeconds + 2) * 1_000)
    ended = true
  })
  await sleep((claimSeconds + 1) * 1_000)
  expect(await takeClaim(db, 'long', randomUUID())).toBe(false)
  expect(ended).toBe(false)
  await work
  expect(await takeClaim(db, 'long', randomUUID())).toBe(true)
})

it('lets one of several calls work at a time', async () => {
  let running = 0
  let most = 0
  const call = () =>
    whileClaimed(() =>
      underClaim(db, 'racing', async () => {
        running += 1
        most = Math.max(most, running)
        await sleep(200)
        running -= 1
      }),
    )
  await Promise.all(Array.from({ length: 5 }, call))
  expect(most).toBe(1)
})

it('is released when the work fails', async () => {
  const work = underClaim(db, 'failing', () => Promise.reject(new Error('No.')))
  await expect(work).rejects.toThrow('No.')
  expect(await takeClaim(db, 'failing', randomUUID())).toBe(true)
})
