/** npm run models: downloads the model files of the local speech engine into INLET_MODELS_DIR. */
import { catalogue } from './models/catalogue.ts'
import { fetchModels, ModelsError } from './models/fetch.ts'
import { modelsFolder as folder } from './models/folder.ts'

try {
  const written = await fetchModels(folder, catalogue, console.error)
  const megabytes = Math.round(catalogue.reduce((sum, file) => sum + file.bytes, 0) / 1e6)
  const all = `${catalogue.length} files, ${megabytes} MB, checksums verified`
  console.error(`${folder}: ${written === 0 ? 'all files are up to date' : `${written} written`} (${all})`)
} catch (error) {
  if (!(error instanceof ModelsError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
