/** The example study, exported and imported by an empty team. Needs minutes, so only full runs include it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { fill } from '../../scripts/demo/fill.ts'
import { get } from '../harness/api.ts'
import { bundleFolders, bundlesOf, exportVolumes } from '../harness/bundles.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { makeReader } from '../harness/results.ts'
import { nextBaseUrl } from '../harness/target.ts'

const isFull = process.env['INLET_FULL'] === '1'

describeOurs('the example study', () => {
  const folders = bundleFolders()
  afterAll(() => folders.remove())

  it.runIf(isFull)(
    'EXP-10 EXP-12 is restored record by record, and exported as valid REFI-QDA projects',
    async () => {
      const more = 'export:write,participant:read'
      const source = await makeReader({ more })
      const receiver = await makeReader({ more })
      const { client_id: clientId, client_secret: clientSecret } = source.key
      await fill({ url: nextBaseUrl(), clientId, clientSecret, signIn: '' }, () => {})
      for (;;) {
        const { body } = await get('/api/v1/developer/import/files?status=processing&limit=1', {
          token: source.token,
        })
        if ((body['files'] as unknown[]).length === 0) break
        await sleep(5_000)
      }
      const { body } = await get('/api/v1/developer/import/projects', { token: source.token })
      const projects = body['projects'] as { id: number }[]
      expect(projects).toHaveLength(3)
      for (const { id } of projects) {
        const volumes = await exportVolumes(source.token, id)
        const [archive = new Uint8Array()] = await exportVolumes(source.token, id, { format: 'qdpx' })
        expect(await folders.checkQdpx(archive)).toMatch(/^[^\n]*: valid\n$/)
        const { status, error_reason, project_id } = await bundlesOf(receiver.token).import(volumes)
        expect([status, error_reason]).toEqual(['completed', null])
        const copy = await exportVolumes(receiver.token, project_id ?? 0)
        expect(await folders.contentOf(await folders.unpack(copy))).toEqual(
          await folders.contentOf(await folders.unpack(volumes)),
        )
      }
    },
    1_800_000,
  )
})
