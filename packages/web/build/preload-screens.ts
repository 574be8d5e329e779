/**
 * Tells boot.js the files of the screens that people open by a URL most, so that they load beside those of the page and not
 * after them.
 */
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const shell = 'app/shell/Shell.tsx'
/** By the beginning of their paths, which `src/app/routes.tsx` defines. */
const screens: Record<string, readonly string[]> = {
  '/recordings/': ['screens/recordings/Recording.tsx'],
  '/documents/': ['screens/documents/Document.tsx'],
  '/surveys/': ['screens/surveys/Survey.tsx', 'screens/surveys/Overview.tsx'],
  '/projects': ['screens/projects/Projects.tsx'],
  // Every other page.
  '/': [],
}
const placeholder = 'const files = {}'

export function preloadScreens(): Plugin {
  return {
    name: 'inlet-preload-screens',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const page = chunks.find(({ isEntry, name }) => isEntry && name === 'index')
      if (!page) throw new Error('The build has no page.')
      const first = reach(chunks, [page])
      const files = Object.fromEntries(
        Object.entries(screens).map(([path, modules]) => {
          const wanted = [shell, ...modules].map((module) => chunkOf(chunks, module))
          return [
            path,
            [...reach(chunks, wanted)].filter((file) => !first.has(file)).map((file) => `/${file}`),
          ]
        }),
      )
      const source = readFileSync(join(dir, 'boot.js'), 'utf8')
      const filled = replace(source, placeholder, `const files = ${JSON.stringify(files)}`)
      // Its name changes with the files that it names, because browsers cache it.
      const name = `assets/boot-${createHash('sha256').update(filled).digest('hex').slice(0, 8)}.js`
      writeFileSync(join(dir, name), filled)
      rmSync(join(dir, 'boot.js'))
      const index = join(dir, 'index.html')
      writeFileSync(index, replace(readFileSync(index, 'utf8'), '"/boot.js"', `"/${name}"`))
    },
  }
}

function replace(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`${from} was not found.`)
  return text.replace(from, () => to)
}

function chunkOf(chunks: readonly Rolldown.OutputChunk[], module: string): Rolldown.OutputChunk {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${module}`))
  if (!chunk) throw new Error(`The build has no screen ${module}.`)
  return chunk
}

/** Their files and those of their static imports. */
function reach(
  chunks: readonly Rolldown.OutputChunk[],
  wanted: readonly Rolldown.OutputChunk[],
): Set<string> {
  const files = new Set<string>()
  for (const open = [...wanted]; open.length > 0; ) {
    const chunk = open.pop()
    if (!chunk || files.has(chunk.fileName)) continue
    files.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    open.push(...chunks.filter(({ fileName }) => chunk.imports.includes(fileName)))
  }
  return files
}
