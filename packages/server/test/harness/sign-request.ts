/** Signature version 4 of an S3 request, for tests that change a request after the client signed it. */
import { createHash, createHmac } from 'node:crypto'

export interface Signer {
  accessKeyId: string
  secretAccessKey: string
  region: string
}

export interface RequestToSign {
  method: string
  /** With the query, as on the wire. */
  path: string
  headers: Record<string, string>
}

export function signerFromEnv(): Signer {
  return {
    accessKeyId: process.env['S3_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: process.env['S3_SECRET_ACCESS_KEY'] ?? '',
    region: process.env['S3_REGION'] ?? 'us-east-1',
  }
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The headers with a signature over the host and every `x-amz-` header; the body is not covered. */
export function signRequest(signer: Signer, request: RequestToSign): Record<string, string> {
  const { 'x-amz-security-token': _token, authorization: _authorization, ...given } = request.headers
  const headers: Record<string, string> = {
    ...given,
    'x-amz-date': given['x-amz-date'] ?? new Date().toISOString().replaceAll(/[-:]|\.\d+/g, ''),
    'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
  }
  const names = Object.keys(headers)
    .filter((name) => name === 'host' || name.startsWith('x-amz-'))
    .sort()
  const [path = '', query = ''] = request.path.split('?')
  const parameters = query
    .split('&')
    .filter((one) => one !== '')
    .map((one) => (one.includes('=') ? one : `${one}=`))
    .sort()
  const canonical = [
    request.method,
    path,
    parameters.join('&'),
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    names.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n')
  const date = headers['x-amz-date'] ?? ''
  const scope = `${date.slice(0, 8)}/${signer.region}/s3/aws4_request`
  const key = ['s3', 'aws4_request'].reduce<Buffer>(
    (previous, part) => hmac(previous, part),
    hmac(hmac(`AWS4${signer.secretAccessKey}`, date.slice(0, 8)), signer.region),
  )
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${date}\n${scope}\n${sha256(canonical)}`).toString('hex')
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${signer.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}
