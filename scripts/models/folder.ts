import { join, resolve } from 'node:path'

/** Where the models of the local speech engine lie in a checkout, unless INLET_MODELS_DIR names another place. */
export const modelsFolder = resolve(
  process.env['INLET_MODELS_DIR'] || join(import.meta.dirname, '../../.data/models'),
)
