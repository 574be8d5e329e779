/** Who has access to what, over every route of both APIs; see test/access. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { matrixSettings, runMatrix } from '../../test/access/matrix.ts'
import { listOperations } from '../../test/access/operations.ts'
import { startTestApp, type TestApp } from '../../test/harness/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp(matrixSettings)
})
afterAll(() => app.close())

it('GEN-4 every route of both APIs is in the access matrix', () => {
  const { unstated, unknown } = listOperations()
  expect({ unstated, unknown }).toEqual({ unstated: [], unknown: [] })
})

it('GEN-4 ACC-1 ACC-2 ACC-3 ACC-4 ACC-5 ACC-6 INS-11 every cell of the access matrix follows the rules', async () => {
  const { cells, leaks, lockouts } = await runMatrix(app)
  process.stdout.write(`access matrix cells=${cells} leaks=${leaks.length} lockouts=${lockouts.length}\n`)
  expect({ leaks, lockouts }).toEqual({ leaks: [], lockouts: [] })
  expect(cells).toBeGreaterThan(5_000)
}, 600_000)
