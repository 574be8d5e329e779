/** A project that was exported, a team that imports it, and a bucket of their own. */
import { startTestApp, type TestApp } from './app.ts'
import { downloadVolumes } from './bundles.ts'
import { type Bundle, exportNow, exportsOf, unpack } from './exports.ts'
import { generateProject } from './generated-projects.ts'
import { makeBucket } from './own-bucket.ts'
import { fetchToken, findKeyId, makeKey } from './people.ts'
import { makeProject, makeReaders, type Readers } from './reading.ts'

export interface BundleBench {
  app: TestApp
  people: Readers
  /** Of the team that has exported. */
  token: string
  /** Of the team that imports. */
  receiver: string
  source: Bundle
  volumes: Buffer[]
  close(): Promise<void>
}

export async function startBundleBench(): Promise<BundleBench> {
  const bucket = await makeBucket()
  const app = await startTestApp({
    S3_BUCKET: bucket.name,
    INLET_READ_RATE_LIMIT_PER_MINUTE: '10000',
    INLET_RATE_LIMIT_PER_MINUTE: '1000',
  })
  const people = await makeReaders(app)
  const credentials = await makeKey(app.deps, people.ada.user)
  const token = await fetchToken(app.url, credentials)
  const receiver = await fetchToken(app.url, await makeKey(app.deps, people.stranger.user))
  const projectId = await makeProject(people.ada, 2)
  const keyId = await findKeyId(app.deps, credentials)
  await generateProject(app, { projectId, by: people.ada.user, keyId }, 7)
  const api = exportsOf(app, token)
  const key = await api.begin(projectId)
  await exportNow(app.deps, key)
  const source = await unpack(await api.read(key))
  return {
    app,
    people,
    token,
    receiver,
    source,
    volumes: await downloadVolumes(source.export),
    async close() {
      await app.close()
      await bucket.remove()
    },
  }
}
