/**
 * Bundles the programs of the server for tests that start hundreds of processes, and prints the folder. A bundled program needs
 * half the CPU time to start. `INLET_TEST_PROGRAMS=$(npm run --silent bundle-programs)` makes tests start the bundles.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { programs } from './program-path.ts'

const root = join(import.meta.dirname, '../..')

/** Modules find the files beside them as if they were not bundled. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  transform: (code, id) =>
    code
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id))),
}

const bundle = await rolldown({
  input: Object.fromEntries(programs.map((name) => [name, join(root, `packages/server/src/bin/${name}.ts`)])),
  platform: 'node',
  // One records the statements for `npm run row-types`, the other starts a thread from its own files.
  external: [/^kysely/, /^pino/],
  plugins: [keepPlaces],
  logLevel: 'silent',
})
const { output } = await bundle.generate({ format: 'esm' })
await bundle.close()
const files = output.map((file) => ({
  name: file.fileName,
  content: file.type === 'chunk' ? file.code : file.source,
}))
const hash = createHash('sha256')
for (const { name, content } of files) hash.update(name).update(content)
// Named by the content, so that Node can cache what it compiles.
const folder = join(root, 'node_modules/.cache/inlet-programs', hash.digest('hex').slice(0, 16))
if (!existsSync(folder)) {
  const unfinished = `${folder}.${process.pid}`
  await mkdir(unfinished, { recursive: true })
  for (const { name, content } of files) await writeFile(join(unfinished, name), content)
  await rename(unfinished, folder)
}
process.stdout.write(`${folder}\n`)
