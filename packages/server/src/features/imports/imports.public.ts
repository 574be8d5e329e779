/** Imports, for other features. */
export { listMaterials } from './list-materials.ts'
export { listReported } from './list-reported.ts'
