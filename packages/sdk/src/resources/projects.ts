import type { CreateProject, Project } from '../contract.ts'
import { type ApiPromise, apiPromise } from '../http/api-promise.ts'
import { type Core, call } from '../http/call.ts'
import { list, type PagePromise, type PageQuery } from '../http/page.ts'
import { iterateRecords, type ProjectFilter } from '../http/record-query.ts'
import type { RequestOptions } from '../options.ts'

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

  /** Creates a project that belongs to the user of the API key. */
  create(body: CreateProject, options?: RequestOptions): ApiPromise<Project> {
    return apiPromise(call(this.#core, { operation: 'projects.create', body }, options))
  }
}
