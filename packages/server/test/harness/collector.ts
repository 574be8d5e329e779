/** A trace collector on loopback that stores what it receives. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Record<string, unknown> }[]
  service: string
}

export async function startCollector() {
  const spans: CollectedSpan[] = []
  const headers: (string | undefined)[] = []
  let isFailing = false
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await json(request)) as {
      resourceSpans: {
        resource: { attributes: { value: { stringValue: string } }[] }
        scopeSpans: { spans: Omit<CollectedSpan, 'service'>[] }[]
      }[]
    }
    headers.push(request.headers['x-collector-key'] as string | undefined)
    if (isFailing || request.url !== '/v1/traces') {
      response.writeHead(503).end()
      return
    }
    for (const { resource, scopeSpans } of body.resourceSpans) {
      const service = resource.attributes[0]?.value.stringValue ?? ''
      for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service })))
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => void take(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    headers,
    fail: (should: boolean) => {
      isFailing = should
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
