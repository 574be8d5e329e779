// Lists the buckets of an S3 store with AWS Signature Version 4 and without an SDK:
// the services start independently of the application's packages.
import { createHash, createHmac } from 'node:crypto'

type S3Env = Record<string, string>

export async function answersS3(env: S3Env): Promise<boolean> {
  return (await s3Problem(env)) === undefined
}

export async function s3Problem(env: S3Env): Promise<string | undefined> {
  const url = new URL(env['S3_ENDPOINT'] ?? '')
  try {
    const response = await fetch(url, {
      headers: signedHeaders(url, env),
      signal: AbortSignal.timeout(10_000),
    })
    const body = await response.text()
    // A key restricted to one bucket may not list all; this is enough to know that the store accepts the key.
    if (response.ok || body.includes('<Code>AccessDenied</Code>')) return undefined
    const code = /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? ''
    return `it responds with ${response.status} ${code}`.trim()
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return cause instanceof Error ? cause.message : String(cause)
  }
}

function signedHeaders(url: URL, env: S3Env): Record<string, string> {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const scope = [time.slice(0, 8), env['S3_REGION'] ?? '', 's3', 'aws4_request']
  const headers = { host: url.host, 'x-amz-content-sha256': sha256(''), 'x-amz-date': time }
  const names = Object.keys(headers).join(';')
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}`)
  const request = ['GET', url.pathname, '', ...lines, '', names, sha256('')].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(request)].join('\n')
  const key = scope.reduce<string | Buffer>(
    (secret, part) => hmac(secret, part).digest(),
    `AWS4${env['S3_SECRET_ACCESS_KEY'] ?? ''}`,
  )
  const credential = [env['S3_ACCESS_KEY_ID'], ...scope].join('/')
  const signature = hmac(key, toSign).digest('hex')
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

function sha256(content: string): string {
  return createHash('sha256').update(content).digest('hex')
}

function hmac(key: string | Buffer, content: string) {
  return createHmac('sha256', key).update(content)
}
