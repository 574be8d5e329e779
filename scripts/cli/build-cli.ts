/**
 * Makes packages/cli/dist, the package as it is published: plain JavaScript with a bin, for Node 20. The packages of
 * ours that it uses travel inside, so that publishing it needs no other package of ours; see ADR 0025.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')
const packages = join(root, 'packages')
const cli = join(packages, 'cli')
export const cliDistFolder = join(cli, 'dist')

/** Names by which our packages import each other, and the files these stand for below `packages`. */
const inner: Record<string, string> = {
  '@inlet/sdk/node': 'sdk/src/node',
  '@inlet/sdk': 'sdk/src/index',
  '@inlet/survey-csv': 'survey-csv/src/index',
}
const entry = 'cli/src/bin/inlet'

export function buildCli(): void {
  rmSync(cliDistFolder, { recursive: true, force: true })
  compile()
  const { dependencies } = readManifest()
  const foreign = Object.keys(dependencies).filter((name) => !name.startsWith('@inlet/'))
  for (const path of scriptsIn(cliDistFolder)) rewrite(path, foreign)
  chmodSync(join(cliDistFolder, `${entry}.js`), 0o755)
  const published = manifest(Object.fromEntries(foreign.map((name) => [name, dependencies[name] ?? ''])))
  writeFileSync(join(cliDistFolder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  cpSync(join(cli, 'README.md'), join(cliDistFolder, 'README.md'))
  for (const name of ['LICENSE', 'NOTICE']) cpSync(join(root, name), join(cliDistFolder, name))
}

/** What is newer than Node 20 does not compile. */
function compile(): void {
  const folder = mkdtempSync(join(tmpdir(), 'inlet-cli-build-'))
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      removeComments: true,
      rewriteRelativeImportExtensions: true,
      target: 'ES2022',
      lib: ['ES2023'],
      typeRoots: [join(root, 'node_modules/@types')],
      rootDir: packages,
      outDir: cliDistFolder,
      // As sources: what is found through node_modules is not compiled.
      paths: Object.fromEntries(
        Object.entries(inner).map(([name, file]) => [name, [join(packages, `${file}.ts`)]]),
      ),
    },
    files: [join(packages, `${entry}.ts`)],
    include: [],
  }
  try {
    const path = join(folder, 'tsconfig.json')
    writeFileSync(path, JSON.stringify(config))
    const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['--project', path], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`The command line does not compile:\n${stdout}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function scriptsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith('.js'))
}

/** The names of our own packages become paths; what is left must be Node's or a dependency that is named. */
function rewrite(path: string, foreign: readonly string[]): void {
  let text = readFileSync(path, 'utf8')
  for (const [name, file] of Object.entries(inner)) {
    const target = relative(dirname(path), join(cliDistFolder, `${file}.js`))
    text = text.replaceAll(`'${name}'`, `'${target.startsWith('.') ? target : `./${target}`}'`)
  }
  writeFileSync(path, text)
  const named = [...text.matchAll(/(?:from |import\(|^import )'([^.'][^']*)'/gm)].map(([, name = '']) => name)
  const wrong = named.filter((name) => !name.startsWith('node:') && !foreign.includes(name))
  if (wrong.length > 0)
    throw new Error(`${path} needs ${wrong.join(', ')}, which the package does not bring.`)
}

interface Manifest {
  version: string
  license: string
  dependencies: Record<string, string>
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(cli, 'package.json'), 'utf8')) as Manifest
}

function manifest(dependencies: Record<string, string>): Record<string, unknown> {
  const { version, license } = readManifest()
  return {
    name: '@inlet/cli',
    version,
    description: 'The inlet command: imports files and surveys into a research workspace from a shell.',
    license,
    type: 'module',
    engines: { node: '>=20.3' },
    bin: { inlet: `./${entry}.js` },
    dependencies,
    files: ['**/*.js', 'README.md', 'LICENSE', 'NOTICE'],
  }
}
