/** Installs the packed packages into an empty folder, as a user would, runs them and compiles programs with their types. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PackedPackage } from './pack.ts'
import { run } from './run.ts'
import { runnableProgram, typedProgram } from './sample-programs.ts'

/** The oldest that the declarations support, and the newest. */
const typescriptVersions = ['5.0', 'latest']
const nodeTypes = '@types/node@20'

const compilerOptions = {
  target: 'ES2022',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
}
const settings: Record<string, object> = {
  'a bundler': {
    module: 'ESNext',
    moduleResolution: 'Bundler',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    types: [],
  },
  Node: { module: 'NodeNext', moduleResolution: 'NodeNext', lib: ['ES2022'], types: ['node'] },
}

export function verifyPackages(packages: readonly PackedPackage[], say: (line: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'inlet-verify-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    install(
      folder,
      packages.map(({ path }) => path),
    )
    for (const { name, version } of packages) checkInstalled(folder, name, version)
    runSamples(folder, packages[0]?.version ?? '')
    say(`packages: installed from their tarballs, and run with Node ${process.versions.node}`)
    for (const wanted of typescriptVersions) say(`types: ${compileSample(folder, wanted)}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function install(folder: string, names: readonly string[]): void {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  run('npm', ['install', ...options, ...names], { cwd: folder })
}

function checkInstalled(folder: string, name: string, version: string): void {
  const text = run('npm', ['list', '--json', '--depth=0', name], { cwd: folder })
  const { dependencies } = JSON.parse(text) as { dependencies: Record<string, { version: string }> }
  const found = dependencies[name]?.version
  if (found !== version) throw new Error(`${name} is installed as ${found}, not as ${version}.`)
}

function runSamples(folder: string, version: string): void {
  writeFileSync(join(folder, 'program.js'), runnableProgram)
  const printed = run(process.execPath, ['program.js'], { cwd: folder }).trim()
  if (printed !== version) throw new Error(`The sample program printed "${printed}", not "${version}".`)
  const inlet = join(folder, 'node_modules/.bin/inlet')
  const said = run(inlet, ['--version'], { cwd: folder }).trim()
  if (said !== version) throw new Error(`inlet --version printed "${said}", not "${version}".`)
  run(inlet, ['import', '--help'], { cwd: folder })
}

/** Returns a line about what was compiled. */
function compileSample(folder: string, wanted: string): string {
  const place = join(folder, `typescript-${wanted}`)
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), '{ "private": true, "type": "module" }')
  install(place, [`typescript@${wanted}`, nodeTypes])
  writeFileSync(join(place, 'program.ts'), typedProgram)
  for (const [name, options] of Object.entries(settings)) {
    const config = { compilerOptions: { ...compilerOptions, ...options }, include: ['program.ts'] }
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify(config))
    try {
      run(join(place, 'node_modules/.bin/tsc'), ['--project', '.'], { cwd: place })
    } catch (error) {
      throw new Error(`The sample program does not compile with TypeScript ${wanted} for ${name}.`, {
        cause: error,
      })
    }
  }
  const version = run(join(place, 'node_modules/.bin/tsc'), ['--version'], { cwd: place })
  return `compiled with TypeScript ${version.replace(/^Version /, '').trim()} for ${Object.keys(settings).join(' and ')}`
}
