/**
 * Builds packages/sdk/dist, the published package: plain JavaScript and declarations without dependencies. It has its
 * own package.json, because inside the repository the sources are imported directly.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { compilePackage, filesIn, root, writePackageFiles } from '../publish/compile-package.ts'
import { packageAddresses } from '../publish/repository.ts'

const sdk = join(root, 'packages/sdk')
export const distFolder = join(sdk, 'dist')
/** The one package of ours that is needed at run time is bundled, limited to the modules in use. */
const inner = {
  name: '@inlet/survey-csv',
  from: join(root, 'packages/survey-csv/src'),
  folder: 'survey-csv',
  modules: ['split-survey', 'errors', 'read/write-row'],
}

export function buildSdk(): void {
  rmSync(distFolder, { recursive: true, force: true })
  const innerFolder = join(distFolder, inner.folder)
  const options = { declaration: true }
  const files = inner.modules.map((module) => join(inner.from, `${module}.ts`))
  compilePackage({ rootDir: inner.from, files, outDir: innerFolder, paths: {}, options })
  const index = inner.modules.map((module) => `export * from './${module}.js'\n`).join('')
  for (const name of ['index.js', 'index.d.ts']) writeFileSync(join(innerFolder, name), index)
  compilePackage({
    rootDir: join(sdk, 'src'),
    files: ['index.ts', 'node.ts'].map((name) => join(sdk, 'src', name)),
    outDir: distFolder,
    paths: { [inner.name]: [join(innerFolder, 'index.d.ts')] },
    options,
  })
  for (const path of filesIn(distFolder, /\.(js|d\.ts)$/)) rewrite(path)
  writePackageFiles(sdk, distFolder, manifest())
}

/**
 * The compiler keeps package names, and in declarations also the extension `.ts`. Typed arrays are generic only since
 * TypeScript 5.7, and the declarations support 5.0.
 */
function rewrite(path: string): void {
  const target = relative(dirname(path), join(distFolder, inner.folder, 'index.js'))
  const own = target.startsWith('.') ? target : `./${target}`
  const text = readFileSync(path, 'utf8')
    .replaceAll(`'${inner.name}'`, `'${own}'`)
    .replaceAll(/(from |import\()(['"])(\.[^'"]+)\.ts\2/g, '$1$2$3.js$2')
    .replaceAll('Uint8Array<ArrayBuffer>', 'Uint8Array')
  writeFileSync(path, text)
  const foreign = [...text.matchAll(/(?:from |import\()['"]([^.'"][^'"]*)['"]/g)].map(([, name]) => name)
  const wrong = foreign.filter((name) => !name?.startsWith('node:') || !/\/node\.(js|d\.ts)$/.test(path))
  if (wrong.length > 0)
    throw new Error(`${path} imports ${wrong.join(', ')}, which the package does not declare.`)
}

function manifest(): Record<string, unknown> {
  const { name, version, license } = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8')) as Record<
    string,
    string
  >
  const entry = (file: string) => ({ types: `./${file}.d.ts`, default: `./${file}.js` })
  return {
    name,
    version,
    description: 'The client of Inlet, the self-hosted import service of a research workspace.',
    license,
    keywords: ['inlet', 'import', 'upload', 'research', 'survey', 'transcription'],
    ...packageAddresses(root, 'packages/sdk'),
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': entry('index'), './node': entry('node'), './package.json': './package.json' },
    types: './index.d.ts',
    files: ['**/*.js', '**/*.d.ts', 'README.md', 'LICENSE', 'NOTICE'],
  }
}
