import type {
  CreatedExport,
  CreateExport,
  ExportVolume,
  ListedExport,
  OperationId,
  ProjectExport,
} from '../contract.ts'
import { type ApiPromise, apiPromise } from '../http/api-promise.ts'
import { type Call, type Core, call } from '../http/call.ts'
import { type CursorPagePromise, type CursorQuery, listByCursor } from '../http/cursor-page.ts'
import type { RequestOptions } from '../options.ts'

export interface WaitForExport extends RequestOptions {
  /** Called whenever the export was read, at least every 45 seconds. */
  onProgress?: ((one: ProjectExport) => void) | undefined
}

export interface ExportPromise extends ApiPromise<CreatedExport> {
  /** Resolves when the export has ended: check its `status`. */
  done(options?: WaitForExport): Promise<ProjectExport>
}

export interface DownloadVolume {
  /** Continue after this many bytes. */
  from?: number | undefined
  signal?: AbortSignal | undefined
}

const waitSeconds = 30

/** Everything of a project as ZIP archives. Needs the scope `export:write`. */
export class Exports {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** Starts an export. `create(…).done()` waits until it has ended. */
  create(projectId: number | string, body: CreateExport = {}, options?: RequestOptions): ExportPromise {
    const params = { project_id: String(projectId) }
    const created = apiPromise(
      call<CreatedExport>(this.#core, { operation: 'exports.create', params, body }, options),
    )
    return Object.assign(created, {
      done: async (waiting?: WaitForExport) => this.wait((await created).export_key, waiting),
    })
  }

  /** The exports of this API key, newest first. */
  list({ limit, cursor }: CursorQuery = {}, options?: RequestOptions): CursorPagePromise<ListedExport> {
    const request = { operation: 'exports.list', items: 'exports', query: { limit, cursor } } as const
    return listByCursor(this.#core, request, options)
  }

  /** With new URLs of the volumes, which work for an hour. */
  get(exportKey: string, options?: RequestOptions): ApiPromise<ProjectExport> {
    return this.#call('exports.get', exportKey, {}, options)
  }

  /** Waits until the export has ended. */
  async wait(exportKey: string, { onProgress, ...options }: WaitForExport = {}): Promise<ProjectExport> {
    for (;;) {
      const one = await this.#call<ProjectExport>('exports.get', exportKey, { waitSeconds }, options)
      onProgress?.(one)
      if (one.status !== 'processing') return one
    }
  }

  /** Cancels a running export, and deletes the volumes of a completed one. */
  delete(exportKey: string, options?: RequestOptions): ApiPromise<void> {
    return this.#call('exports.delete', exportKey, {}, options)
  }

  /** The response of the store: 200, or 206 with the bytes after `from`. Reading its body is up to the caller. */
  download({ url }: Pick<ExportVolume, 'url'>, { from = 0, signal }: DownloadVolume = {}): Promise<Response> {
    return this.#core.fetch(url ?? '', {
      ...(from > 0 && { headers: { range: `bytes=${from}-` } }),
      ...(signal && { signal }),
    })
  }

  #call<T>(
    operation: Extract<OperationId, `exports.${string}`>,
    exportKey: string,
    request: Pick<Call, 'waitSeconds'>,
    options?: RequestOptions,
  ): ApiPromise<T> {
    return apiPromise(
      call<T>(this.#core, { operation, params: { export_key: exportKey }, ...request }, options),
    )
  }
}
