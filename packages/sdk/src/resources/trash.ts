import type { TrashedRecord } from '../contract.ts'
import type { Core } from '../http/call.ts'
import { type CursorPagePromise, type CursorQuery, listByCursor } from '../http/cursor-page.ts'
import type { RequestOptions } from '../options.ts'

export interface TrashQuery extends CursorQuery {
  kind?: TrashedRecord['kind'] | undefined
  projectId?: number | undefined
}

/** Deleted records. `restore` of their kind brings them back. */
export class Trash {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** What this key may restore, last deleted first. */
  list(query: TrashQuery = {}, options?: RequestOptions): CursorPagePromise<TrashedRecord> {
    const { kind, projectId, limit, cursor } = query
    const request = {
      operation: 'trash.list',
      items: 'records',
      query: { kind, project_id: projectId, limit, cursor },
    } as const
    return listByCursor(this.#core, request, options)
  }
}
