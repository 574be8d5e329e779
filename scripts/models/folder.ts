import { join, resolve } from 'node:path'

/** Folder of the models in a checkout, unless INLET_MODELS_DIR is set. */
export const modelsFolder = resolve(
  process.env['INLET_MODELS_DIR'] || join(import.meta.dirname, '../../.data/models'),
)
