/** Builds and packs the published packages, each with a bill of materials. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildCli, cliDistFolder } from '../cli/build-cli.ts'
import { buildSdk, distFolder as sdkDistFolder } from '../sdk/build-sdk.ts'
import { run } from './run.ts'

export interface PackedPackage {
  name: '@inlet/sdk' | '@inlet/cli'
  version: string
  /** Path of the tarball. */
  path: string
  bytes: number
  files: number
}

/** Nothing else belongs into a package: no sources, tests, source maps or settings. */
const publishedFiles = /(?:\.js|\.d\.ts|^package\.json|^README\.md|^LICENSE|^NOTICE)$/

export function packPackages(folder: string): PackedPackage[] {
  buildSdk()
  buildCli()
  return [pack(sdkDistFolder, folder), pack(cliDistFolder, folder)]
}

function pack(distFolder: string, folder: string): PackedPackage {
  const printed = run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: distFolder })
  const [packed] = JSON.parse(printed) as [
    Omit<PackedPackage, 'files' | 'path'> & { filename: string; size: number; files: { path: string }[] },
  ]
  const wrong = packed.files.map(({ path }) => path).filter((path) => !publishedFiles.test(path))
  if (wrong.length > 0) throw new Error(`${packed.name} contains ${wrong.join(', ')}.`)
  const { name, version, size: bytes, files } = packed
  return { name, version, bytes, files: files.length, path: join(folder, packed.filename) }
}

/** In CycloneDX, from the manifest in the tarball and the versions that npm installs for it. */
export function writePackageBom({ name, path }: PackedPackage, target: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'inlet-bom-'))
  try {
    run('tar', ['-xzf', path, '-C', folder, '--strip-components', '1'], { cwd: folder })
    run('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--silent'], {
      cwd: folder,
    })
    const text = run('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], { cwd: folder })
    const bom = JSON.parse(text) as { metadata: { component: { name: string } } }
    // npm takes the name from the folder.
    bom.metadata.component.name = name
    writeFileSync(target, `${JSON.stringify(bom, null, 1)}\n`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
