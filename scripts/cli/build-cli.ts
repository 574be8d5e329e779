/**
 * Builds packages/cli/dist, the published package: plain JavaScript with a bin, for Node 20. Our own packages that it
 * uses are bundled, so that it can be published alone; see ADR 0025.
 */
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { compilePackage, filesIn, root, writePackageFiles } from '../publish/compile-package.ts'
import { packageAddresses } from '../publish/repository.ts'

const packages = join(root, 'packages')
const cli = join(packages, 'cli')
export const cliDistFolder = join(cli, 'dist')

/** The names under which our packages import each other, and the files below `packages` that they stand for. */
const inner: Record<string, string> = {
  '@inlet/sdk/node': 'sdk/src/node',
  '@inlet/sdk': 'sdk/src/index',
  '@inlet/survey-csv': 'survey-csv/src/index',
  '@inlet/transcripts': 'transcripts/src/index',
}
const entry = 'cli/src/bin/inlet'

export function buildCli(): void {
  rmSync(cliDistFolder, { recursive: true, force: true })
  compilePackage({
    rootDir: packages,
    files: [join(packages, `${entry}.ts`)],
    outDir: cliDistFolder,
    // As sources, because modules found through node_modules are not compiled.
    paths: Object.fromEntries(
      Object.entries(inner).map(([name, file]) => [name, [join(packages, `${file}.ts`)]]),
    ),
    options: { removeComments: true },
  })
  const { dependencies } = readManifest()
  const foreign = Object.keys(dependencies).filter((name) => !name.startsWith('@inlet/'))
  for (const path of filesIn(cliDistFolder, /\.js$/)) rewrite(path, foreign)
  chmodSync(join(cliDistFolder, `${entry}.js`), 0o755)
  const published = manifest(Object.fromEntries(foreign.map((name) => [name, dependencies[name] ?? ''])))
  writePackageFiles(cli, cliDistFolder, published)
}

/**
 * Replaces the names of our own packages by paths; everything else must be a Node module or a declared dependency.
 */
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
    throw new Error(`${path} imports ${wrong.join(', ')}, which the package does not declare.`)
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
    keywords: ['inlet', 'cli', 'import', 'upload', 'research', 'survey'],
    ...packageAddresses(root, 'packages/cli'),
    type: 'module',
    engines: { node: '>=20.18.1' },
    bin: { inlet: `./${entry}.js` },
    dependencies,
    files: ['**/*.js', 'README.md', 'LICENSE', 'NOTICE'],
  }
}
