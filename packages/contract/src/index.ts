/** The HTTP contract of Inlet: shapes, routes and errors, without any I/O. */
export * from './errors.ts'
export * from './import/projects.ts'
export * from './import/token.ts'
export * from './paging.ts'
export * from './route.ts'
export * from './scopes.ts'
