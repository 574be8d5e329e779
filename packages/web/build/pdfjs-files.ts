/**
 * Files that pdf.js loads at run time: decoders, character maps, fonts and color profiles. The folder is named after
 * the version, so that browsers can cache them indefinitely.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const packageFile = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
const home = dirname(packageFile)
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
const folders = ['wasm', 'cmaps', 'standard_fonts', 'iccs']
/** The sandbox for scripts in documents, which are never run. */
const unwanted = /^quickjs/
const base = `assets/pdfjs-${version}`

export function pdfjsFiles(): Plugin {
  return {
    name: 'pdfjs-files',
    config: () => ({ define: { __PDFJS_FILES__: JSON.stringify(`/${base}/`) } }),
    generateBundle() {
      for (const folder of folders)
        for (const name of readdirSync(join(home, folder)).filter((file) => !unwanted.test(file)))
          this.emitFile({
            type: 'asset',
            fileName: `${base}/${folder}/${name}`,
            source: readFileSync(join(home, folder, name)),
          })
    },
    configureServer(server) {
      server.middlewares.use(`/${base}`, (request, response, next) => {
        const [folder = '', name = '', ...rest] = (request.url ?? '').slice(1).split('/')
        if (!folders.includes(folder) || rest.length > 0 || !readdirSync(join(home, folder)).includes(name))
          return next()
        if (name.endsWith('.wasm')) response.setHeader('content-type', 'application/wasm')
        return response.end(readFileSync(join(home, folder, name)))
      })
    },
  }
}
