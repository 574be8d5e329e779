/** Bytes that no HTTP library would send. */
import { connect } from 'node:net'
import fc, { type Arbitrary } from 'fast-check'

const noise = fc
  .uint8Array({ minLength: 0, maxLength: 60 })
  .map((bytes) => Buffer.from(bytes).toString('latin1'))

const startLines = [
  'GET / HTTP/1.1',
  'GET /api/v1/developer/import/projects HTTP/1.1',
  'POST /api/v1/oauth/token HTTP/1.1',
  'POST /api/v1/developer/import/surveys/initialize HTTP/1.1',
  'get / HTTP/1.1',
  'GET / HTTP/1.0',
  'GET / HTTP/9.9',
  'GET / HTTP/2.0',
  'GET  /  HTTP/1.1',
  'GET /%ZZ HTTP/1.1',
  'GET /%C0%80 HTTP/1.1',
  'GET /api/v1/developer/import/files/%/status HTTP/1.1',
  'GET /api/v1/developer/import/files/%00/status HTTP/1.1',
  'GET //etc/passwd HTTP/1.1',
  'GET /../../etc/passwd HTTP/1.1',
  'GET http://example.org/api/v1/developer/import/projects HTTP/1.1',
  'GET ?a=b HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'CONNECT example.org:443 HTTP/1.1',
  'TRACE / HTTP/1.1',
  'PROPFIND /api/v1/developer/import/projects HTTP/1.1',
  'QUERY /api/v1/workspace/search HTTP/1.1',
  `GET /${'a'.repeat(20_000)} HTTP/1.1`,
  `GET /?${'a=1&'.repeat(4000)} HTTP/1.1`,
]

const headerLines = [
  'Host: a',
  'Host: a\r\nHost: b',
  'Connection: upgrade\r\nUpgrade: websocket',
  'Content-Length: 5',
  'Content-Length: 5\r\nContent-Length: 6',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 5',
  'Transfer-Encoding: xchunked',
  'Content-Type: application/json',
  'Content-Type: application/json; charset=utf-16',
  'Content-Type: text/plain',
  'Content-Type: multipart/form-data; boundary=a',
  'Content-Type: application/x-www-form-urlencoded',
  'Content-Type: \u0000',
  'Content-Encoding: gzip',
  'Expect: 100-continue',
  'Expect: 200-maybe',
  'Authorization: Bearer',
  'Authorization: Bearer a.b.c',
  'Authorization: Basic !!!',
  `Authorization: Bearer ${'a.'.repeat(7000)}`,
  'Cookie: inlet_session=%',
  'Range: bytes=9-1,-,a',
  'If-None-Match: "\\"',
  'Accept: application/problem+json;q=a',
  'Accept-Encoding: gzip;q=nan',
  'X-Forwarded-For: ::ffff:999.1.1.1',
  'X-Request-Id: \u0007',
  'traceparent: 00-zz-zz-zz',
  ' folded: header',
  'no colon',
  `X-Long: ${'b'.repeat(30_000)}`,
]

const bodies = [
  '',
  '{}',
  '{"a":',
  '[1,2',
  '{"project_id":1e999}',
  '{"__proto__":{"a":1}}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  '5\r\nhello\r\n0\r\n\r\n',
  'ffffffffffffffff\r\nhello',
  'zz\r\nhello\r\n0\r\n\r\n',
  '\u001f\u008b\u0008\u0000',
  'grant_type=client_credentials&grant_type=client_credentials',
  'grant_type=%&client_id=%FF%FE',
  '--a\r\nContent-Disposition: form-data; name="file"\r\n\r\n',
]

export const rawRequest: Arbitrary<Buffer> = fc
  .tuple(
    fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...startLines) }, { weight: 1, arbitrary: noise }),
    fc.array(
      fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...headerLines) }, { weight: 1, arbitrary: noise }),
      {
        maxLength: 5,
      },
    ),
    fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...bodies) }, { weight: 1, arbitrary: noise }),
  )
  .map(([start, headers, body]) => Buffer.from([start, ...headers, '', body].join('\r\n'), 'latin1'))

/** Half-closes after sending, and returns the statuses of all responses until the server closes the connection. */
export function sendRaw(port: number, request: Buffer, timeoutMs: number): Promise<number[] | 'timeout'> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    let received = ''
    const finish = (result: number[] | 'timeout') => {
      socket.destroy()
      resolve(result)
    }
    socket.setTimeout(timeoutMs, () => finish('timeout'))
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
    })
    // A reset after the response is how Node ends a connection that it could not parse.
    socket.on('error', () => finish(statusesIn(received)))
    socket.on('close', () => finish(statusesIn(received)))
    socket.end(request)
  })
}

const statusesIn = (received: string): number[] =>
  [...received.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))
