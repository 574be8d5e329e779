/** Uploads a small file to the object store or the upload gateway, as every import does. */
import {
  ConnectionError,
  type Inlet,
  InletError,
  type UploadDescriptor,
  UploadError,
  upload,
} from '@inlet/sdk'
import { findProxy } from '../../client/choose-fetch.ts'
import type { Context } from '../../context.ts'
import { explain } from '../../errors.ts'
import { checkNetwork } from './check-network.ts'
import { type CheckResult, failed, ok } from './check-result.ts'

const fileName = 'inlet-doctor.txt'
const text = 'A test file of "inlet doctor". It can be deleted.\n'

interface UploadTarget {
  url: string
  who: string
  /** Of the operator. */
  setting: string
}

/** The service decides where an upload goes; only the operator can change the address. */
function targetOf(url: string): UploadTarget {
  return new URL(url).pathname.endsWith('/gateway/form')
    ? { url, who: 'the upload gateway', setting: 'INLET_GATEWAY_URL' }
    : { url, who: 'the object store', setting: 'S3_PUBLIC_ENDPOINT' }
}

export interface StorageCheck {
  results: CheckResult[]
  /** Of the record that can be completed; undefined when the upload failed. */
  wavKey: string | undefined
}

export async function checkStorage(
  { env, fetch }: Pick<Context, 'env' | 'fetch'>,
  inlet: Inlet,
  { serviceUrl, projectId }: { serviceUrl: string; projectId: number },
): Promise<StorageCheck> {
  let begun: UploadDescriptor & { wav_key: string }
  try {
    begun = await inlet.files.initialize({ project_id: projectId, file_name: fileName })
  } catch (error) {
    return { results: [notBegun(error, projectId)], wavKey: undefined }
  }
  const target = targetOf(begun.upload_url)
  const results = await checkNetwork('store', target.url, {
    proxy: findProxy(env),
    who: target.who,
    fixAddress: `If ${new URL(target.url).host} is not its address for clients, the operator sets ${target.setting} to the right one.`,
  })
  if (results.some(({ state }) => state === 'failed'))
    return {
      results: results.map((result) => hintAtAddress(result, target, serviceUrl)),
      wavKey: undefined,
    }
  try {
    await upload(begun, new Blob([text]), { fetch, maxRetries: 1, signal: AbortSignal.timeout(60_000) })
    return { results: [...results, ok('store upload', 'a small file was stored')], wavKey: begun.wav_key }
  } catch (error) {
    return { results: [...results, refused(error, target)], wavKey: undefined }
  }
}

/** A loopback or private address is the most common mistake in a first deployment. */
function hintAtAddress(result: CheckResult, target: UploadTarget, serviceUrl: string): CheckResult {
  if (result.state !== 'failed') return result
  const { hostname } = new URL(target.url)
  const isInner = isInnerAddress(hostname) && !isInnerAddress(new URL(serviceUrl).hostname)
  if (!isInner) return result
  return {
    ...result,
    why: `The service returns ${hostname}, an address inside its own network, which clients cannot reach. ${result.why}`,
    fix: `The operator sets ${target.setting} to the address at which clients reach ${target.who}.`,
  }
}

export function isInnerAddress(host: string): boolean {
  return (
    /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[?::1|\[?f[cd])/.test(host) ||
    !/[.:]/.test(host)
  )
}

function notBegun(error: unknown, projectId: number): CheckResult {
  const { message } = explain(error)
  const isMissing = error instanceof InletError && error.code === 'project_not_found'
  return failed('store upload', {
    what: message,
    why: isMissing
      ? `Project ${projectId} does not exist, is archived, or is not shared with the key.`
      : 'The upload could not be started.',
    fix: isMissing
      ? 'Choose a project from "inlet projects list" with --project.'
      : 'Fix the failed checks above, then try again.',
  })
}

function refused(error: unknown, { url, who, setting }: UploadTarget): CheckResult {
  const { host } = new URL(url)
  const check = 'store upload'
  if (error instanceof UploadError && error.storageCode === undefined)
    return failed(check, {
      what: `${host} responded to the upload with status ${error.status}, and not like ${who}.`,
      why: `Another server responds at this address: ${setting} of the service is wrong, or a proxy blocks the upload.`,
      fix: `The operator sets ${setting} to the address of ${who} for clients, and allows POST requests to it.`,
    })
  if (error instanceof UploadError && setting === 'INLET_GATEWAY_URL')
    return failed(check, {
      what: `The upload gateway rejected the upload: ${error.message}`,
      why: 'The gateway and the service have different secrets or clocks, or the gateway cannot use the object store.',
      fix: 'The operator runs "inlet-admin doctor --only storage", which names the cause.',
    })
  if (error instanceof UploadError)
    return failed(check, {
      what: `The object store rejected the upload: ${error.message}`,
      why: 'The object store and the service disagree about keys, bucket or clock, or a proxy changed the request.',
      fix: `The operator compares S3_ENDPOINT, ${setting}, S3_BUCKET and the clock of the object store.`,
    })
  const isBroken = error instanceof ConnectionError
  return failed(check, {
    what: isBroken ? `The connection to ${host} broke while uploading.` : explain(error).message,
    why: 'The network or a proxy interrupts the upload.',
    fix: 'Try another network; if it works there, ask your network administrator to allow uploads to this address.',
  })
}
