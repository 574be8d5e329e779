/** A stub of the survey endpoints and the store for the steps of the SDK; surveys.integration.test.ts tests the real ones. */
import { type Asked, issuedToken, type Loopback, listen, prefix, type Reply, tokenPath } from './loopback.ts'
import { readForm } from './storage.ts'

export interface SurveyServiceOptions {
  /** Overrides responses to inject errors. */
  intervene?: (asked: Asked, count: number) => Reply | undefined
  /** The statuses after complete, one per call; the last one repeats. */
  statuses?: Array<Record<string, unknown>>
  /** What differs in the response to a repeated idempotency key. */
  begun?: Record<string, unknown>
}

export interface SurveyService extends Loopback {
  /** Content by object key. */
  stored: Map<string, string>
  calls(): string[]
  surveyBody(): Record<string, unknown>
}

const surveys = `${prefix}/surveys`

export async function listenAsSurveyService(options: SurveyServiceOptions = {}): Promise<SurveyService> {
  const stored = new Map<string, string>()
  const statuses = options.statuses ?? [{ status: 'COMPLETED' }]
  let begunParts = 0
  let issued = 0
  let looks = 0

  const descriptor = (url: string, name: string) => {
    issued += 1
    return { upload_url: `${url}/storage`, upload_fields: { key: `${name}#${issued}` } }
  }
  const partDescriptor = (url: string, part_number: number) => ({
    part_number,
    s3_key: '',
    ...descriptor(url, `part ${part_number}`),
  })

  function begin(url: string, numParts: number, before: number): Reply {
    begunParts = before + numParts
    const upload_urls = Array.from({ length: numParts }, (_, i) => partDescriptor(url, before + i + 1))
    const body = {
      survey_key: 's',
      upload_key: 'u',
      status: 'AWAITING_UPLOAD',
      num_parts: begunParts,
      upload_urls,
    }
    return { status: options.begun ? 200 : 201, body: { ...body, ...options.begun } }
  }

  const withoutQuery = (path: string) => path.split('?')[0] ?? ''

  function answer({ path: asked, body, headers }: Asked, url: string): Reply {
    const path = withoutQuery(asked)
    if (path === tokenPath) return issuedToken()
    if (path === '/storage') {
      const { fields, file } = readForm(headers['content-type'] ?? '', body)
      stored.set(fields['key'] ?? '', file.toString('utf8'))
      return { status: 204, body: '' }
    }
    const sent = body.length > 0 ? (JSON.parse(String(body)) as Record<string, unknown>) : {}
    if (path === `${surveys}/initialize`) return begin(url, Number(sent['num_parts']), 0)
    if (path === `${surveys}/u/append`) return begin(url, Number(sent['num_parts']), 3)
    if (path === `${surveys}/u/complete`)
      return { status: 202, body: { upload_key: 'u', status: 'VALIDATING' } }
    if (path === `${surveys}/u/media/register`) {
      const names = sent['files'] as string[]
      const media_files = names.map((filename) => ({ filename, ...descriptor(url, filename) }))
      return { status: 201, body: { media_files } }
    }
    const part = /\/parts\/(\d+)\/retry$/.exec(path)?.[1]
    if (part) return { body: partDescriptor(url, Number(part)) }
    const filename = /\/media\/([^/]+)\/retry$/.exec(path)?.[1]
    if (filename) return { body: { filename, ...descriptor(url, decodeURIComponent(filename)) } }
    if (path === `${surveys}/u/status`) {
      const status = statuses[Math.min(looks, statuses.length - 1)]
      looks += 1
      const usual = { upload_key: 'u', survey_key: 's', num_parts: begunParts, parts: [], error_details: {} }
      return { body: { ...usual, ...status } }
    }
    return { status: 404, body: { code: 'not_found' } }
  }

  const service: Loopback = await listen(
    (asked, count) => options.intervene?.(asked, count) ?? answer(asked, service.url),
  )
  return {
    ...service,
    stored,
    calls: () =>
      service.asked
        .map(({ path }) => withoutQuery(path).replace(`${surveys}/`, ''))
        .filter((path) => path !== tokenPath),
    surveyBody: () =>
      JSON.parse(String(service.to(`${surveys}/initialize`)[0]?.body)) as Record<string, unknown>,
  }
}
