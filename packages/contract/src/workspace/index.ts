/** The API between the web workspace and its server. Ours alone: both change together. */
export * from './changes.ts'
export * from './errors.ts'
export * from './imports.ts'
export * from './paging.ts'
export * from './projects.ts'
export * from './route.ts'
export * from './session.ts'
export * from './uploads.ts'
