/** Builds and checks the images, if a container engine is running. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run, succeeds } from './run.ts'

/** The targets of deploy/Dockerfile, each with a Debian package that it cannot do without. */
const images = [
  { name: 'api', wanted: 'postgresql-client-17' },
  { name: 'worker', wanted: 'bubblewrap' },
]

const engines = ['docker', 'podman']

export interface BuiltImage {
  engine: string
  /** Name with version. */
  reference: string
}

/** Undefined without an engine that answers. */
export function findEngine(): string | undefined {
  return engines.find((engine) => succeeds(engine, ['info']))
}

interface ImageBuild {
  root: string
  /** For the bills of materials. */
  folder: string
  version: string
  commit: string
  repository: string
}

export function buildImages(engine: string, build: ImageBuild): BuiltImage[] {
  return images.map(({ name, wanted }) => {
    const reference = `inlet/${name}:${build.version}`
    const labels = {
      'org.opencontainers.image.version': build.version,
      'org.opencontainers.image.revision': build.commit,
      'org.opencontainers.image.source': build.repository,
    }
    const labelArgs = Object.entries(labels).flatMap(([label, value]) => ['--label', `${label}=${value}`])
    const args = ['build', '--file', 'deploy/Dockerfile', '--target', name, '--tag', reference]
    run(engine, [...args, ...labelArgs, '.'], {
      cwd: build.root,
      env: { ...process.env, DOCKER_BUILDKIT: '1' },
    })
    checkImage(engine, reference, { ...build, name, wanted })
    return { engine, reference }
  })
}

function checkImage(
  engine: string,
  reference: string,
  { root, folder, name, wanted, version }: ImageBuild & { name: string; wanted: string },
): void {
  const ask = (...args: string[]) => run(engine, args, { cwd: root }).trim()
  const user = ask('inspect', '--format', '{{.Config.User}}', reference)
  if (['', '0', 'root'].includes(user)) throw new Error(`${reference} runs as root.`)
  const inside = (...command: string[]) =>
    ask('run', '--rm', '--network', 'none', '--entrypoint', command[0] ?? '', reference, ...command.slice(1))
  const found = inside('node', '--print', "require('/app/package.json').version")
  if (found !== version) throw new Error(`${reference} contains version ${found}.`)
  const path = join(folder, `inlet-${name}.cdx.json`)
  writeFileSync(path, inside('cat', '/app/sbom.cdx.json'))
  const { components } = JSON.parse(readFileSync(path, 'utf8')) as { components: { name: string }[] }
  if (!components.some((component) => component.name === wanted))
    throw new Error(`The bill of materials of ${reference} does not list ${wanted}.`)
}
