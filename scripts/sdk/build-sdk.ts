/**
 * Makes packages/sdk/dist, the package as it is published: plain JavaScript and declarations without any dependency.
 * It has a package.json of its own, because inside the workspace the sources themselves are imported.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')
const sdk = join(root, 'packages/sdk')
export const distFolder = join(sdk, 'dist')
/** The one package of ours that is needed at run time travels inside: only the modules that are used. */
const inner = {
  name: '@inlet/survey-csv',
  from: join(root, 'packages/survey-csv/src'),
  folder: 'survey-csv',
  modules: ['split-survey', 'errors', 'read/write-row'],
}

export function buildSdk(): void {
  rmSync(distFolder, { recursive: true, force: true })
  const innerFolder = join(distFolder, inner.folder)
  const entries = inner.modules.map((module) => `${module}.ts`)
  compile({ rootDir: inner.from, entries, outDir: innerFolder, paths: {} })
  const index = inner.modules.map((module) => `export * from './${module}.js'\n`).join('')
  for (const name of ['index.js', 'index.d.ts']) writeFileSync(join(innerFolder, name), index)
  compile({
    rootDir: join(sdk, 'src'),
    entries: ['index.ts', 'node.ts'],
    outDir: distFolder,
    paths: { [inner.name]: [join(innerFolder, 'index.d.ts')] },
  })
  for (const path of filesIn(distFolder)) rewrite(path)
  writeFileSync(join(distFolder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  cpSync(join(sdk, 'README.md'), join(distFolder, 'README.md'))
  for (const name of ['LICENSE', 'NOTICE']) cpSync(join(root, name), join(distFolder, name))
}

interface Compilation {
  rootDir: string
  entries: string[]
  outDir: string
  paths: Record<string, string[]>
}

/** For Node 20 and browsers of the same age: what is newer than ES2023 does not compile. */
function compile({ rootDir, entries, outDir, paths }: Compilation): void {
  const folder = mkdtempSync(join(tmpdir(), 'inlet-sdk-build-'))
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      target: 'ES2022',
      lib: ['ES2023'],
      typeRoots: [join(root, 'node_modules/@types')],
      rootDir,
      outDir,
      paths,
    },
    files: entries.map((entry) => join(rootDir, entry)),
    include: [],
  }
  try {
    const path = join(folder, 'tsconfig.json')
    writeFileSync(path, JSON.stringify(config))
    const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['--project', path], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`The SDK does not compile:\n${stdout}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.(js|d\.ts)$/.test(path))
}

/** The compiler leaves the names of packages alone, and in declarations also the ending `.ts`. */
function rewrite(path: string): void {
  const target = relative(dirname(path), join(distFolder, inner.folder, 'index.js'))
  const own = target.startsWith('.') ? target : `./${target}`
  const text = readFileSync(path, 'utf8')
    .replaceAll(`'${inner.name}'`, `'${own}'`)
    .replaceAll(/(from |import\()(['"])(\.[^'"]+)\.ts\2/g, '$1$2$3.js$2')
  writeFileSync(path, text)
  const foreign = [...text.matchAll(/(?:from |import\()['"]([^.'"][^'"]*)['"]/g)].map(([, name]) => name)
  const wrong = foreign.filter((name) => !name?.startsWith('node:') || !/\/node\.(js|d\.ts)$/.test(path))
  if (wrong.length > 0)
    throw new Error(`${path} needs ${wrong.join(', ')}, which the package does not bring.`)
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
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': entry('index'), './node': entry('node'), './package.json': './package.json' },
    types: './index.d.ts',
    files: ['**/*.js', '**/*.d.ts', 'README.md', 'LICENSE', 'NOTICE'],
  }
}
