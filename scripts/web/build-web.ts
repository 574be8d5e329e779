/** Builds the workspace and compresses its files, so that the api only has to send them. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

const web = join(import.meta.dirname, '../../packages/web')
export const webFolder = join(web, 'dist')

const compressible = /\.(js|mjs|css|html|svg|json|wasm)$/
/** Below this size compression does not pay. */
const leastBytes = 512

export async function buildWeb({ isQuiet = false } = {}): Promise<void> {
  await build({ configFile: join(web, 'vite.config.ts'), logLevel: isQuiet ? 'warn' : 'info' })
  const files = readdirSync(webFolder, { recursive: true, encoding: 'utf8' })
  await Promise.all(files.filter((name) => compressible.test(name)).map(compress))
}

async function compress(name: string): Promise<void> {
  // The page is rendered for each response, and only scripts read the manifest.
  if (name === 'index.html' || name.startsWith('.vite')) return
  const path = join(webFolder, name)
  const bytes = readFileSync(path)
  if (bytes.length < leastBytes) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
  writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}
