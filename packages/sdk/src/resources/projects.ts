import type { CreateProject, ManagedProject, Project, ProjectRecord, UpdateProject } from '../contract.ts'
import { type ApiPromise, apiPromise } from '../http/api-promise.ts'
import { type Core, call } from '../http/call.ts'
import { type CursorPagePromise, type CursorQuery, listByCursor } from '../http/cursor-page.ts'
import { type DeleteOptions, deleteCall } from '../http/delete-call.ts'
import { list, type PagePromise, type PageQuery } from '../http/page.ts'
import { iterateRecords, type ProjectFilter } from '../http/record-query.ts'
import type { ChangeOptions, RequestOptions } from '../options.ts'
import { readResult } from './results.ts'

export interface ManagedProjectQuery extends CursorQuery {
  /** Only archived projects that this key may bring back. */
  archived?: boolean | undefined
}

export class Projects {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** The projects this key can import into, newest first by default. */
  list(query: PageQuery & ProjectFilter = {}, options?: RequestOptions): PagePromise<Project> {
    return list(this.#core, { operation: 'projects.list', items: 'projects', query }, options)
  }

  /** All projects that match, page by page with a cursor. */
  iterate(filter: ProjectFilter = {}, options?: RequestOptions): AsyncGenerator<Project, void, undefined> {
    return iterateRecords(this.#core, { operation: 'projects.list', items: 'projects', filter }, options)
  }

  /** Projects with settings, sharing and counts by kind, newest first. Needs the scope `project:manage`. */
  listManaged(
    { archived, limit, cursor }: ManagedProjectQuery = {},
    options?: RequestOptions,
  ): CursorPagePromise<ProjectRecord> {
    const request = {
      operation: 'projects.listManaged',
      items: 'projects',
      query: { archived: archived ? 'true' : undefined, limit, cursor },
    } as const
    return listByCursor(this.#core, request, options)
  }

  /** Settings, sharing and counts by kind. Needs the scope `project:manage`. */
  get(projectId: number, options?: RequestOptions): ApiPromise<ProjectRecord> {
    const params = { project_id: String(projectId) }
    return readResult(this.#core, { operation: 'projects.get', params }, options)
  }

  /** Creates a project that belongs to the user of the API key. */
  create(body: CreateProject, options?: RequestOptions): ApiPromise<Project> {
    return apiPromise(call(this.#core, { operation: 'projects.create', body }, options))
  }

  /** Changes settings, archives a project or brings it back. Needs the scope `project:manage`. */
  update(projectId: number, body: UpdateProject, options: ChangeOptions = {}): ApiPromise<ManagedProject> {
    const { ifMatch, ...rest } = options
    const params = { project_id: String(projectId) }
    return apiPromise(call(this.#core, { operation: 'projects.update', params, body, ifMatch }, rest))
  }

  /** Moves it to the trash; `permanent: true` purges it at once. Needs the scope `project:manage`. */
  delete(projectId: number, options: DeleteOptions = {}): ApiPromise<void> {
    const params = { project_id: String(projectId) }
    return apiPromise(call(this.#core, deleteCall('projects.delete', params, options), options))
  }

  /** Brings it back from the trash as it was. */
  restore(projectId: number, options?: RequestOptions): ApiPromise<ManagedProject> {
    const params = { project_id: String(projectId) }
    return apiPromise(call(this.#core, { operation: 'projects.restore', params }, options))
  }
}
