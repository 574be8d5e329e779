import { expect, it } from 'vitest'
import {
  type Asked,
  clientOf,
  type Loopback,
  listenAsService,
  prefix,
  type Reply,
} from '../../test/loopback.ts'

/** Accepts forms; the import is completed when its status is read for the second time. */
async function listenForBundles(
  intervene: (asked: Asked) => Reply | undefined = () => undefined,
): Promise<Loopback> {
  let reads = 0
  const service: Loopback = await listenAsService((asked) => {
    const special = intervene(asked)
    if (special) return special
    const descriptor = { upload_url: `${service.url}/storage`, upload_fields: {} }
    if (asked.path === '/storage') return { status: 204, body: '' }
    if (asked.path.endsWith('/initialize')) {
      const upload_urls = [1, 2].map((volume_number) => ({ volume_number, ...descriptor }))
      return { status: 201, body: { bundle_key: 'b', status: 'awaiting_upload', upload_urls } }
    }
    if (asked.path.endsWith('/upload')) return { body: { upload_type: 'form', ...descriptor } }
    if (asked.path.includes('/status')) reads += 1
    return {
      status: asked.path.endsWith('/complete') ? 202 : 200,
      body: { status: reads < 2 ? 'processing' : 'completed' },
    }
  })
  return service
}

const callsOf = ({ asked }: Loopback) =>
  asked
    .slice(1)
    .map(({ method, path }) => `${method} ${path.replace(`${prefix}/bundles/`, '').split('?')[0]}`)

it('uploads the volumes, completes the import and waits until it has ended', async () => {
  const service = await listenForBundles()
  const begun: string[] = []
  let sent = 0
  const done = await clientOf(service).bundles.import([new Blob(['one']), new Blob(['three'])], {
    name: 'Copy',
    onBegun: (key) => void begun.push(key),
    onSent: (bytes) => (sent += bytes),
  })
  expect([done.status, begun, sent]).toEqual(['completed', ['b'], 8])
  expect(callsOf(service)).toEqual([
    'POST initialize',
    'POST /storage',
    'POST /storage',
    'POST b/complete',
    'GET b/status',
    'GET b/status',
  ])
})

it('continues an import without the volumes that have arrived', async () => {
  const service = await listenForBundles(({ method, path }) => {
    if (method === 'GET' && path.endsWith('/status')) return { body: { status: 'awaiting_upload' } }
    if (method !== 'GET' || !path.endsWith('/upload')) return undefined
    const received = path.includes('/volumes/1/') ? [{ part_number: 1, size_bytes: 3 }] : []
    return { body: { upload_type: 'form', received } }
  })
  await clientOf(service).bundles.import([new Blob(['one']), new Blob(['three'])], { bundleKey: 'b' })
  expect(callsOf(service)).toEqual([
    'GET b/status',
    'GET b/volumes/1/upload',
    'GET b/volumes/2/upload',
    'POST b/volumes/2/upload',
    'POST /storage',
    'POST b/complete',
    'GET b/status',
    'GET b/status',
  ])
})

it('does not upload anything once the import has started', async () => {
  const service = await listenForBundles()
  await clientOf(service).bundles.import([new Blob(['one'])], { bundleKey: 'b' })
  expect(callsOf(service)).toEqual(['GET b/status', 'GET b/status'])
})
