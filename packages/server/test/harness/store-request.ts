/** Which S3 operation an HTTP request is. */
import type { IncomingMessage } from 'node:http'

export interface StoreRequest {
  operation: string
  method: string
  /** With the query, as on the wire. */
  path: string
  bucket: string
  key: string
  query: URLSearchParams
  headers: Record<string, string>
}

export function readStoreRequest(message: IncomingMessage): StoreRequest {
  const { method = 'GET', url: path = '/' } = message
  const { pathname, searchParams: query } = new URL(path, 'http://store')
  const [bucket = '', ...rest] = decodeURIComponent(pathname.slice(1)).split('/')
  const headers = Object.fromEntries(
    Object.entries(message.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(',') : value]],
    ),
  )
  const key = rest.join('/')
  const request = { method, path, bucket, key, query, headers }
  return { ...request, operation: operationOf(request) }
}

type Unnamed = Omit<StoreRequest, 'operation'>

function operationOf(request: Unnamed): string {
  const { method, key } = request
  if (method === 'OPTIONS') return 'Preflight'
  return key === '' ? bucketOperation(request) : objectOperation(request)
}

const verbs: Record<string, string> = { GET: 'Get', PUT: 'Put', DELETE: 'Delete', HEAD: 'Head' }

function bucketOperation({ method, query }: Unnamed): string {
  if (method === 'POST') return query.has('delete') ? 'DeleteObjects' : 'PostObject'
  for (const [name, subject] of [
    ['cors', 'BucketCors'],
    ['lifecycle', 'BucketLifecycle'],
    ['versioning', 'BucketVersioning'],
  ] as const)
    if (query.has(name)) return `${verbs[method]}${subject}`
  if (query.has('versions')) return 'ListObjectVersions'
  if (query.has('uploads')) return 'ListMultipartUploads'
  if (method === 'GET') return 'ListObjectsV2'
  return method === 'PUT' ? 'CreateBucket' : `${verbs[method]}Bucket`
}

function objectOperation({ method, query, headers }: Unnamed): string {
  const isCopy = headers['x-amz-copy-source'] !== undefined
  if (method === 'POST') return query.has('uploads') ? 'CreateMultipartUpload' : 'CompleteMultipartUpload'
  if (method === 'PUT') {
    if (query.has('partNumber')) return isCopy ? 'UploadPartCopy' : 'UploadPart'
    return isCopy ? 'CopyObject' : 'PutObject'
  }
  if (method === 'DELETE') return query.has('uploadId') ? 'AbortMultipartUpload' : 'DeleteObject'
  if (method === 'GET' && query.has('uploadId')) return 'ListParts'
  return `${verbs[method]}Object`
}
