/** Compiles a package that is published, for Node 20 and browsers of the same age. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { absoluteLinks } from './repository.ts'

export const root = join(import.meta.dirname, '../..')

interface Compilation {
  rootDir: string
  /** Paths of the entry modules. */
  files: string[]
  outDir: string
  paths: Record<string, string[]>
  /** Further compiler options. */
  options: Record<string, boolean>
}

/** Fails on anything newer than ES2023. */
export function compilePackage({ rootDir, files, outDir, paths, options }: Compilation): void {
  const folder = mkdtempSync(join(tmpdir(), 'inlet-build-'))
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      rewriteRelativeImportExtensions: true,
      target: 'ES2022',
      lib: ['ES2023'],
      typeRoots: [join(root, 'node_modules/@types')],
      rootDir,
      outDir,
      paths,
      ...options,
    },
    files,
    include: [],
  }
  try {
    const path = join(folder, 'tsconfig.json')
    writeFileSync(path, JSON.stringify(config))
    const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['--project', path], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${rootDir} does not compile:\n${stdout}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export function filesIn(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((path) => name.test(path))
}

export function writePackageFiles(source: string, distFolder: string, manifest: object): void {
  writeFileSync(join(distFolder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  writeFileSync(join(distFolder, 'README.md'), absoluteLinks(root, join(source, 'README.md')))
  for (const name of ['LICENSE', 'NOTICE']) cpSync(join(root, name), join(distFolder, name))
}
