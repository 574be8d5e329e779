/** A real small upload, the way every import makes it: this machine straight to the object store. */
import {
  ConnectionError,
  type Inlet,
  InletError,
  type UploadDescriptor,
  UploadError,
  upload,
} from '@inlet/sdk'
import { explain } from '../../errors.ts'
import { checkNetwork } from './check-network.ts'
import { type Finding, failed, ok } from './finding.ts'

const fileName = 'inlet-doctor.txt'
const text = 'A small text by which "inlet doctor" tests the way of an import. It may be deleted.\n'
const publicEndpoint = 'S3_PUBLIC_ENDPOINT'

export interface StorageFindings {
  findings: Finding[]
  /** Of the record that waits for being completed; nothing when the upload failed. */
  wavKey: string | undefined
}

export async function checkStorage(
  inlet: Inlet,
  serviceUrl: string,
  projectId: number,
): Promise<StorageFindings> {
  let begun: UploadDescriptor & { wav_key: string }
  try {
    begun = await inlet.files.initialize({ project_id: projectId, file_name: fileName })
  } catch (error) {
    return { findings: [notBegun(error, projectId)], wavKey: undefined }
  }
  const findings = await checkNetwork('store', begun.upload_url, {
    who: 'the object store',
    mendAddress: `If ${new URL(begun.upload_url).host} is not its address for clients, the operator sets ${publicEndpoint} to the right one.`,
  })
  if (findings.some(({ state }) => state === 'failed'))
    return {
      findings: findings.map((finding) => hintAtAddress(finding, begun.upload_url, serviceUrl)),
      wavKey: undefined,
    }
  try {
    await upload(begun, new Blob([text]), { maxRetries: 1, signal: AbortSignal.timeout(60_000) })
    return { findings: [...findings, ok('store upload', 'a small file was stored')], wavKey: begun.wav_key }
  } catch (error) {
    return { findings: [...findings, refused(error, begun.upload_url)], wavKey: undefined }
  }
}

/** An address that leads to one's own machine, or into a private network, is the commonest mistake of a first deployment. */
function hintAtAddress(finding: Finding, uploadUrl: string, serviceUrl: string): Finding {
  if (finding.state !== 'failed') return finding
  const { hostname } = new URL(uploadUrl)
  const isInner = isInnerAddress(hostname) && !isInnerAddress(new URL(serviceUrl).hostname)
  if (!isInner) return finding
  return {
    ...finding,
    why: `The service hands out ${hostname}, an address inside its own network, which nobody outside can reach. ${finding.why}`,
    mend: `The operator sets ${publicEndpoint} to the address under which clients reach the object store.`,
  }
}

export function isInnerAddress(host: string): boolean {
  return (
    /^(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[?::1|\[?f[cd])/.test(host) ||
    !/[.:]/.test(host)
  )
}

function notBegun(error: unknown, projectId: number): Finding {
  const { message } = explain(error)
  const isMissing = error instanceof InletError && error.code === 'project_not_found'
  return failed('store upload', {
    what: message,
    why: isMissing
      ? `Project ${projectId} does not exist, is archived, or is not shared with the key.`
      : 'The upload could not be begun.',
    mend: isMissing
      ? 'Choose one of "inlet projects list" with --project.'
      : 'See the checks above; then try again.',
  })
}

function refused(error: unknown, uploadUrl: string): Finding {
  const { host } = new URL(uploadUrl)
  const check = 'store upload'
  if (error instanceof UploadError && error.storageCode === undefined)
    return failed(check, {
      what: `${host} answered the upload with status ${error.status}, not in the language of an object store.`,
      why: `Another program answers under this address: ${publicEndpoint} of the service is wrong, or a proxy keeps the upload back.`,
      mend: `The operator sets ${publicEndpoint} to the address of the object store for clients, and lets POST through to it.`,
    })
  if (error instanceof UploadError)
    return failed(check, {
      what: `The store refused the upload: ${error.message}`,
      why: 'Store and service disagree: on keys, on the bucket, on the clock, or a proxy changed the request.',
      mend: `The operator compares S3_ENDPOINT, ${publicEndpoint}, S3_BUCKET and the store's own clock.`,
    })
  const isBroken = error instanceof ConnectionError
  return failed(check, {
    what: isBroken ? `The connection to ${host} broke while uploading.` : explain(error).message,
    why: 'The network or a proxy ends the upload.',
    mend: 'Try from another network; if it works there, ask who runs the network here to allow uploads to this address.',
  })
}
