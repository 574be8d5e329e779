/** Imports a file that the service downloads itself: initialize, complete, follow. */
import type { UrlUpload } from '../contract.ts'
import { InletError } from '../errors.ts'
import type { Core } from '../http/call.ts'
import type { RequestOptions } from '../options.ts'
import type { UrlChoice } from '../upload/upload-choice.ts'
import { uploadFile } from '../upload/upload-file.ts'
import { nameOfUrl } from '../upload/url-name.ts'
import type { BegunUpload } from './begin-upload.ts'
import { type HandleOptions, type ImportHandle, startImport } from './handle.ts'
import { type FileImport, followUpload, type Sidecar } from './import-file.ts'

/** A file that the service downloads, such as one behind a signed link. */
export interface LinkedFile {
  /** An https URL that works without signing in. The service keeps it encrypted until the download ends. */
  sourceUrl: string
}

export type InitializeUrl = (
  link: { name: string; choice: UrlChoice },
  options: RequestOptions,
) => Promise<{ key: string; begun: BegunUpload | { upload: UrlUpload }; sidecar?: Sidecar | undefined }>

/** Callers without types may pass anything. */
export const isLinkedFile = (file: unknown): file is LinkedFile =>
  typeof file === 'object' && file !== null && 'sourceUrl' in file && typeof file.sourceUrl === 'string'

export function importUrl<Keys, Status>(
  core: Core,
  { sourceUrl, name }: LinkedFile & { name?: string | undefined },
  kind: FileImport<Keys, Status> & { initialize: InitializeUrl },
  options: HandleOptions,
): ImportHandle<Keys, Status> {
  return startImport<Keys, Status>(options, async (run) => {
    const { signal, meter } = run
    const request = { signal, maxRetries: options.maxRetries, timeoutMs: options.timeoutMs }
    const link = {
      name: name || nameOfUrl(sourceUrl),
      choice: { upload_type: 'url', source_url: sourceUrl },
    } as const
    meter.enter('waiting')
    const release = await core.aheadSlots.take(signal)
    let key: string
    try {
      const initialized = await kind.initialize(link, request)
      key = initialized.key
      run.started(kind.keysOf(key))
      requireUrlUpload(initialized.begun)
      if (initialized.sidecar) await sendSidecar(core, initialized.sidecar, request)
      await kind.complete(key, request)
    } finally {
      release()
    }
    run.accepted()
    meter.enter('processing')
    return followUpload(kind.end, { key, firstMs: 2000 }, run, options)
  })
}

async function sendSidecar(
  core: Core,
  { source, descriptor }: Sidecar,
  request: RequestOptions & { signal: AbortSignal },
): Promise<void> {
  const issuedAt = performance.now()
  const release = await core.uploadSlots.take(request.signal)
  try {
    await uploadFile(core, source, { descriptor, issuedAt }, request)
  } finally {
    release()
  }
}

/** Older services ignore the choice and wait for a form. */
function requireUrlUpload(begun: object): void {
  const upload = 'upload' in begun ? begun.upload : undefined
  if (
    typeof upload === 'object' &&
    upload !== null &&
    'upload_type' in upload &&
    upload.upload_type === 'url'
  )
    return
  throw new InletError('This service does not import from URLs. Download the file and import it instead.', {
    code: 'upload_type_unavailable',
  })
}
