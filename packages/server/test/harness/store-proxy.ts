/**
 * A proxy in front of the object store that makes it behave like another one: it refuses or never answers chosen
 * operations, gives objects other ETags as SSE-KMS does, and limits the size of one request.
 */
import { createHash } from 'node:crypto'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { signerFromEnv, signRequest } from './sign-request.ts'
import { readStoreRequest, type StoreRequest } from './store-request.ts'

export interface Refusal {
  status: number
  code: string
}

/** `stall`: accepted and never answered. `stallBody`: no byte of the body after the first ones. */
type Fault = Refusal | 'stall' | { stallBodyAfter: number }

export interface StoreBehaviour {
  /** Asked for every request; undefined lets it pass. */
  fault?: (request: StoreRequest) => Fault | undefined
  /** Objects have ETags that are no checksum, and a copy has another one than its source. */
  changesEtags?: boolean
  /** How copies treat the condition on their source; left to the store if undefined. */
  copyCondition?: 'honoured' | 'ignored'
  /** Larger PUTs, forms, parts and copies are refused. */
  maxRequestBytes?: number
  /** Headers that the store behind does not get to see. */
  dropsHeaders?: readonly string[]
}

export interface StoreProxy {
  url: string
  behaviour: StoreBehaviour
  /** Operations in the order of their arrival. */
  operations: string[]
  close(): Promise<void>
}

export async function startStoreProxy(
  behaviour: StoreBehaviour = {},
  target = process.env['S3_ENDPOINT'] ?? '',
): Promise<StoreProxy> {
  const sockets = new Set<Socket>()
  const operations: string[] = []
  const proxy = { behaviour, operations }
  const server = createServer((message, response) => {
    const request = readStoreRequest(message)
    operations.push(request.operation)
    handle({ target, behaviour: proxy.behaviour }, request, message, response).catch(() => response.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  // Stalled requests stay open as long as the client wants.
  server.requestTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(proxy, {
    url,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  })
}

interface Context {
  target: string
  behaviour: StoreBehaviour
}

async function handle(
  context: Context,
  request: StoreRequest,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { behaviour } = context
  const fault = behaviour.fault?.(request)
  if (fault === 'stall') return
  const refusal =
    fault && 'status' in fault
      ? fault
      : ((await refuseLarge(context, request)) ?? (await refuseUnmatched(context, request)))
  if (refusal) {
    message.resume()
    const { status, code } = refusal
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(request.method === 'HEAD' ? undefined : `<Error><Code>${code}</Code><Message/></Error>`)
    return
  }
  const upstream = await forward(context, request, message)
  const headers = { ...upstream.headers }
  if (behaviour.changesEtags && headers.etag && request.operation !== 'UploadPart')
    headers.etag = changedEtag(request.key, headers.etag)
  if (behaviour.changesEtags && isXml(request, upstream)) {
    const body = Buffer.from(changeEtagsIn(request, await text(upstream)))
    delete headers['transfer-encoding']
    response.writeHead(upstream.statusCode ?? 500, { ...headers, 'content-length': body.length })
    response.end(body)
    return
  }
  response.writeHead(upstream.statusCode ?? 500, headers)
  if (fault && 'stallBodyAfter' in fault) return sendSome(upstream, response, fault.stallBodyAfter)
  upstream.pipe(response)
  response.on('close', () => upstream.destroy())
}

async function sendSome(upstream: IncomingMessage, response: ServerResponse, bytes: number): Promise<void> {
  response.flushHeaders()
  let sent = 0
  for await (const chunk of upstream as AsyncIterable<Buffer>) {
    const part = chunk.subarray(0, bytes - sent)
    sent += part.length
    response.write(part)
    if (sent >= bytes) return
  }
}

/** Signed again only if something changed, so that signatures of the client are checked by the store. */
function forward(
  { target, behaviour }: Context,
  request: StoreRequest,
  message: IncomingMessage,
): Promise<IncomingMessage> {
  const { expect: _expect, ...given } = request.headers
  const dropped = [...(behaviour.dropsHeaders ?? []), ...conditionsToDrop(behaviour)]
  const names = dropped.filter((name) => given[name] !== undefined)
  for (const name of names) delete given[name]
  const headers =
    names.length === 0
      ? given
      : signRequest(signerFromEnv(), { method: request.method, path: request.path, headers: given })
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const upstream = httpRequest(`${target}${request.path}`, { method: request.method, headers }, resolve)
  upstream.on('error', reject)
  message.on('error', () => upstream.destroy())
  message.pipe(upstream)
  return promise
}

/** The proxy checks these itself, because the store does not know the changed ETags. */
function conditionsToDrop({ changesEtags, copyCondition }: StoreBehaviour): string[] {
  const onCopies = ['x-amz-copy-source-if-match', 'x-amz-copy-if-match']
  return [
    ...(changesEtags || copyCondition !== undefined ? onCopies : []),
    ...(changesEtags ? ['if-match'] : []),
  ]
}

async function refuseUnmatched(context: Context, request: StoreRequest): Promise<Refusal | undefined> {
  const { behaviour } = context
  const { key, headers } = request
  const failed = { status: 412, code: 'PreconditionFailed' }
  const wanted = behaviour.changesEtags ? headers['if-match'] : undefined
  if (wanted !== undefined) {
    const found = await headUpstream(context, request.bucket, key)
    if (found && changedEtag(key, found.etag) !== wanted) return failed
  }
  const wantedSource = headers['x-amz-copy-source-if-match']
  const isChecked = behaviour.copyCondition === 'honoured' && wantedSource !== undefined
  if (!isChecked) return undefined
  const source = sourceOf(request)
  const found = await headUpstream(context, source.bucket, source.key)
  if (!found) return undefined
  const etag = behaviour.changesEtags ? changedEtag(source.key, found.etag) : found.etag
  return etag === wantedSource ? undefined : failed
}

async function refuseLarge(context: Context, request: StoreRequest): Promise<Refusal | undefined> {
  const { maxRequestBytes } = context.behaviour
  if (maxRequestBytes === undefined) return undefined
  const { operation, headers } = request
  if (['PutObject', 'PostObject', 'UploadPart'].includes(operation))
    return Number(headers['content-length'] ?? 0) > maxRequestBytes
      ? { status: 400, code: 'EntityTooLarge' }
      : undefined
  if (operation !== 'CopyObject' && operation !== 'UploadPartCopy') return undefined
  const range = /^bytes=(\d+)-(\d+)$/.exec(headers['x-amz-copy-source-range'] ?? '')
  const source = sourceOf(request)
  const bytes = range
    ? Number(range[2]) - Number(range[1]) + 1
    : ((await headUpstream(context, source.bucket, source.key))?.bytes ?? 0)
  return bytes > maxRequestBytes ? { status: 400, code: 'InvalidRequest' } : undefined
}

function sourceOf({ headers }: StoreRequest): { bucket: string; key: string } {
  const [path = ''] = decodeURIComponent(headers['x-amz-copy-source'] ?? '').split('?')
  const [bucket = '', ...rest] = path.replace(/^\//, '').split('/')
  return { bucket, key: rest.join('/') }
}

async function headUpstream(
  { target }: Context,
  bucket: string,
  key: string,
): Promise<{ etag: string; bytes: number } | undefined> {
  const path = `/${bucket}/${key}`
  const { host } = new URL(target)
  const headers = signRequest(signerFromEnv(), { method: 'HEAD', path, headers: { host } })
  const answer = await fetch(`${target}${path}`, { method: 'HEAD', headers })
  if (!answer.ok) return undefined
  return { etag: answer.headers.get('etag') ?? '', bytes: Number(answer.headers.get('content-length')) }
}

function changedEtag(key: string, etag: string): string {
  const plain = etag.replaceAll(/"|&quot;/g, '')
  return `"${createHash('md5').update(`${key} ${plain}`).digest('hex')}"`
}

const answersWithEtags = new Set([
  'ListObjectsV2',
  'ListObjectVersions',
  'CopyObject',
  'CompleteMultipartUpload',
])
const isXml = ({ operation }: StoreRequest, { statusCode }: IncomingMessage) =>
  answersWithEtags.has(operation) && statusCode === 200

function changeEtagsIn({ key }: StoreRequest, xml: string): string {
  let current = key
  return xml.replaceAll(/<Key>([^<]*)<\/Key>|<ETag>([^<]*)<\/ETag>/g, (found, listed, etag) => {
    if (typeof listed === 'string') {
      current = listed
      return found
    }
    return `<ETag>${changedEtag(current, String(etag)).replaceAll('"', '&quot;')}</ETag>`
  })
}
