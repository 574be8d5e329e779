/** Uploads that the service fetches itself: a client names a URL instead of sending the file. See docs/adr/0086. */
import type { ImportUploadChoice, UrlUpload } from '@inlet/contract'
import { type DeploymentSecrets, sealInTransaction } from '../../platform/auth/deployment-secrets.ts'
import type { Config } from '../../platform/config/config.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import type { AllowedDestinations } from '../../platform/outbound/allowed-destinations.ts'
import { checkDestination } from '../../platform/outbound/destination.ts'
import { createUpload, type NewUpload, type SentDescriptor, type UploadDeps } from './create-upload.ts'
import { redescribeUpload } from './redescribe-upload.ts'
import { findSource, insertSource } from './sources.repo.ts'
import { startOver, startUpload, untilUnchanged } from './start-upload.ts'
import { newUploadKey } from './upload-key.ts'
import type { AwaitedUpload, UploadOwner } from './upload-owner.ts'
import { requireAllowedSize, type UploadRule } from './upload-rule.ts'

export interface ImportUploadDeps extends UploadDeps {
  secrets: DeploymentSecrets
  allowedDownloads: AllowedDestinations
  config: UploadDeps['config'] & Pick<Config, 'INLET_DOWNLOAD_SLOTS'>
}

export type ImportDescriptor = SentDescriptor | UrlUpload

type RequestedImport = Partial<ImportUploadChoice>

const described: UrlUpload = { upload_type: 'url' }

/** The upload of a new insight or file. */
export async function createImportUpload(
  deps: ImportUploadDeps,
  rule: UploadRule,
  choice: RequestedImport,
): Promise<NewUpload<ImportDescriptor>> {
  const { upload_type, source_url, ...sent } = choice
  if (upload_type === 'url') return createUrlUpload(deps, rule, choice)
  refuseSource(source_url)
  return createUpload(deps, rule, { ...sent, ...(upload_type !== undefined && { upload_type }) })
}

/** A new descriptor for an insight or file that awaits its upload. */
export async function startImportUpload(
  deps: ImportUploadDeps & { remember?: Remember<object> },
  owner: UploadOwner,
  choice: ImportUploadChoice,
): Promise<ImportDescriptor> {
  const { upload_type, source_url, ...sent } = choice
  if (upload_type !== 'url') {
    refuseSource(source_url)
    return startUpload(deps, owner, { ...sent, upload_type })
  }
  return untilUnchanged(owner, async (awaited) => {
    const upload = createUrlUpload(deps, awaited.rule, choice)
    if (choice.size_bytes !== undefined) await owner.checkSize(choice.size_bytes)
    return startOver(deps, owner, awaited, upload)
  })
}

/** The answer to a repeated call with an Idempotency-Key. */
export async function redescribeImportUpload(
  deps: Pick<UploadDeps, 'db' | 'store'>,
  upload: AwaitedUpload & { isAwaited: boolean },
  { upload_type, ...choice }: RequestedImport,
): Promise<ImportDescriptor> {
  if (await findSource(deps.db, upload.key)) return described
  if (upload_type === 'url') return upload.isAwaited ? redescribeUpload(deps, upload, {}) : described
  const { size_bytes } = choice
  return redescribeUpload(deps, upload, {
    ...(upload_type !== undefined && { upload_type }),
    ...(size_bytes !== undefined && { size_bytes }),
  })
}

function createUrlUpload(
  deps: ImportUploadDeps,
  { maxBytes }: UploadRule,
  { source_url, size_bytes }: RequestedImport,
): NewUpload<UrlUpload> {
  const key = newUploadKey()
  requireAllowedSize(maxBytes, size_bytes)
  const url = readSourceUrl(deps, source_url)
  return {
    key,
    descriptor: described,
    save: (work) =>
      inTransaction(deps.db, async (tx) => {
        const result = await work(tx)
        if (result !== undefined) await insertSource(tx, key, await sealInTransaction(tx, deps.secrets, url))
        return result
      }),
  }
}

function readSourceUrl({ config, allowedDownloads }: ImportUploadDeps, url: string | undefined): string {
  if (config.INLET_DOWNLOAD_SLOTS === 0)
    throw new AppError('upload_type_unavailable', {
      message: 'This service does not import from URLs. Use upload_type form or multipart.',
    })
  if (url === undefined) throw invalidField('source_url', 'is required with upload_type url')
  const destination = checkDestination(url, allowedDownloads)
  if (destination.kind === 'refused')
    throw new AppError('invalid_request', {
      message: `${destination.message} Use https, a public host, and no user info or fragment.`,
      body: { details: [{ field: 'source_url', message: destination.message }] },
    })
  return url
}

/** A client that forgets upload_type would otherwise wait for a download that never starts. */
function refuseSource(url: string | undefined): void {
  if (url !== undefined) throw invalidField('source_url', 'requires upload_type url')
}
