import type {
  BegunBundle,
  BundleImport,
  CompletedBundle,
  FormUpload,
  InitializeBundle,
  MultipartUpload,
  OperationId,
  SignedParts,
  SignParts,
  UploadChoice,
  UploadState,
} from '../contract.ts'
import { type ApiPromise, apiPromise } from '../http/api-promise.ts'
import { type Call, type Core, call } from '../http/call.ts'
import { sendVolumes } from '../imports/send-volumes.ts'
import type { RequestOptions } from '../options.ts'
import type { FileInput } from '../upload/source.ts'
import type { MultipartChoice } from '../upload/upload-choice.ts'

export interface WaitForBundle extends RequestOptions {
  /** Called whenever the status was read, at least every 45 seconds. */
  onProgress?: ((one: BundleImport) => void) | undefined
}

export interface ImportBundle extends WaitForBundle {
  /** Name of the new project. Default: the exported name. */
  name?: string | undefined
  /** Continues the import with this key, with the same volumes in the same order. */
  bundleKey?: string | undefined
  /** Called with the key as soon as it is known, so that an interrupted import can be continued. */
  onBegun?: ((bundleKey: string) => void | Promise<void>) | undefined
  /** Bytes sent since the last call; negative when an attempt starts again. */
  onSent?: ((bytes: number) => void) | undefined
}

const waitSeconds = 30

/** Imports of exported projects. Needs the scopes `export:write` and `project:write`. */
export class Bundles {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * Uploads all volumes of an export and waits until the import has ended: check its `status`. Pass `bundleKey` to continue
   * after an interruption; volumes and parts that have arrived are not sent again.
   */
  async import(volumes: readonly FileInput[], options: ImportBundle = {}): Promise<BundleImport> {
    const { name, bundleKey, onBegun, onProgress, onSent, ...request } = options
    let key = bundleKey
    let begun: BegunBundle | undefined
    if (key === undefined) {
      begun = await this.initialize(
        { num_volumes: volumes.length, ...(name !== undefined && { name }) },
        request,
      )
      key = begun.bundle_key
      await onBegun?.(key)
    }
    const status = begun ? begun.status : (await this.status(key, request)).status
    if (status === 'awaiting_upload') {
      await sendVolumes(this.#core, this, { key, begun, volumes }, { ...request, onSent })
      await this.complete(key, request)
    }
    return this.wait(key, { ...request, onProgress })
  }

  /** Begins an import and returns where to upload each volume. */
  initialize(body: InitializeBundle, options?: RequestOptions): ApiPromise<BegunBundle> {
    return apiPromise(call(this.#core, { operation: 'bundles.initialize', body }, options))
  }

  /** Starts the import once all volumes are uploaded. */
  complete(bundleKey: string, options?: RequestOptions): ApiPromise<CompletedBundle> {
    return this.#call('bundles.complete', bundleKey, {}, options)
  }

  status(bundleKey: string, options?: RequestOptions): ApiPromise<BundleImport> {
    return this.#call('bundles.status', bundleKey, {}, options)
  }

  /** Waits until the import has ended. */
  async wait(bundleKey: string, { onProgress, ...options }: WaitForBundle = {}): Promise<BundleImport> {
    for (;;) {
      const one = await this.#call<BundleImport>('bundles.status', bundleKey, { waitSeconds }, options)
      onProgress?.(one)
      if (one.status !== 'processing') return one
    }
  }

  /** What was received of a volume, so that you can resume its upload. */
  getVolumeUpload(bundleKey: string, volume: number, options?: RequestOptions): ApiPromise<UploadState> {
    return this.#call('bundles.getVolumeUpload', bundleKey, { params: numbered(volume) }, options)
  }

  /** A new descriptor for a volume. With the same type and size the upload continues; with another one it starts over. */
  startVolumeUpload(
    bundleKey: string,
    volume: number,
    body: MultipartChoice,
    options?: RequestOptions,
  ): ApiPromise<MultipartUpload>
  startVolumeUpload(
    bundleKey: string,
    volume: number,
    body: UploadChoice,
    options?: RequestOptions,
  ): ApiPromise<FormUpload | MultipartUpload>
  startVolumeUpload(
    bundleKey: string,
    volume: number,
    body: UploadChoice,
    options?: RequestOptions,
  ): ApiPromise<FormUpload | MultipartUpload> {
    return this.#call('bundles.startVolumeUpload', bundleKey, { params: numbered(volume), body }, options)
  }

  /** URLs of up to 1,000 parts of a multipart upload, valid for an hour. Send each part with PUT. */
  signVolumeUploadParts(
    bundleKey: string,
    volume: number,
    body: SignParts,
    options?: RequestOptions,
  ): ApiPromise<SignedParts> {
    return this.#call('bundles.signVolumeUploadParts', bundleKey, { params: numbered(volume), body }, options)
  }

  /** Discards what was received of a volume. */
  discardVolumeUpload(bundleKey: string, volume: number, options?: RequestOptions): ApiPromise<void> {
    return this.#call('bundles.discardVolumeUpload', bundleKey, { params: numbered(volume) }, options)
  }

  #call<T>(
    operation: Extract<OperationId, `bundles.${string}`>,
    bundleKey: string,
    { params, ...request }: Pick<Call, 'params' | 'body' | 'waitSeconds'>,
    options?: RequestOptions,
  ): ApiPromise<T> {
    const all = { bundle_key: bundleKey, ...params }
    return apiPromise(call<T>(this.#core, { operation, params: all, ...request }, options))
  }
}

const numbered = (volume: number) => ({ volume_number: String(volume) })
