/** Images are named by version or digest, and contain what they are used for. */
import { describe, expect, it } from 'vitest'
import { containersOf, readCompose, readManifests, readText } from './manifests.ts'

const dockerfiles = ['deploy/Dockerfile', 'deploy/object-store/Dockerfile']

/** A name with a version, and with a digest if it is pinned. */
const isVersioned = (image: string) => {
  const [name = '', digest] = image.split('@')
  const tag = /:([^/:]+)$/.exec(name)?.[1]
  return (
    tag !== undefined && tag !== 'latest' && (digest === undefined || /^sha256:[0-9a-f]{64}$/.test(digest))
  )
}

/** `${NAME:-default}` becomes its default. */
const withDefaults = (text: string) => text.replaceAll(/\$\{\w+:-([^${}]*)\}/g, '$1')

function imagesInUse(): string[] {
  const compose = Object.values(readCompose()).flatMap(({ image, build }) => [
    ...(image === undefined ? [] : [image]),
    ...Object.entries(build?.args ?? {}).flatMap(([name, value]) => (name.endsWith('_IMAGE') ? [value] : [])),
  ])
  const bases = dockerfiles.flatMap((path) => [...readText(path).matchAll(/^ARG \w+_IMAGE=(.+)$/gm)])
  return [
    ...compose.map(withDefaults),
    ...bases.map(([, image = '']) => image),
    ...containersOf(readManifests()).map(({ image }) => image),
  ]
}

/** The packages of this repository that a package needs to be built or run, itself included. */
function packagesOf(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  found.add(name)
  // The workspace is bundled, so its packages are development dependencies.
  const field = name === 'web' ? 'devDependencies' : 'dependencies'
  const manifest = JSON.parse(readText(`packages/${name}/package.json`)) as Record<string, object | undefined>
  for (const dependency of Object.keys(manifest[field] ?? {}))
    if (dependency.startsWith('@inlet/')) packagesOf(dependency.slice('@inlet/'.length), found)
  return found
}

function copiedBy(stage: string): Set<string> {
  const text = readText('deploy/Dockerfile')
  const [, body = ''] = new RegExp(`^FROM \\S+ AS ${stage}\\n([\\s\\S]*?)(?=^FROM )`, 'm').exec(text) ?? []
  return new Set([...body.matchAll(/^COPY packages\/(\S+) packages\/\1$/gm)].map(([, name = '']) => name))
}

describe('images', () => {
  it.each([
    ['web', 'web'],
    ['app', 'server'],
  ])('copy in the stage "%s" all packages that %s depends on', (stage, name) => {
    expect(copiedBy(stage)).toEqual(packagesOf(name))
  })

  it('have a version, and never "latest"', () => {
    expect(imagesInUse().length).toBeGreaterThan(12)
    expect(imagesInUse().filter((image) => !isVersioned(image))).toEqual([])
    const digest = `sha256:${'0'.repeat(64)}`
    expect(['node', 'node:latest', 'node:26@sha256:1'].filter(isVersioned)).toEqual([])
    expect(['node:26', `node:26@${digest}`, 'registry.example.org:5000/a/b:1'].every(isVersioned)).toBe(true)
  })

  it('start only from base images that deploy/pin can pin', () => {
    for (const path of dockerfiles) {
      const text = readText(path)
      const stages = new Set([...text.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name))
      const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, base = '']) => base)
      const external = bases.filter((base) => !stages.has(base))
      expect(external.length).toBeGreaterThan(0)
      for (const base of external) expect(base).toMatch(/^\$\{\w+_IMAGE\}$/)
    }
    const compose = readText('deploy/compose.yaml')
    const pinnable = [...compose.matchAll(/\$\{(\w+_IMAGE):-([^}]+)\}/g)].map(
      ([, name, image]) => `${name}=${image}`,
    )
    const declared = dockerfiles.flatMap((path) =>
      [...readText(path).matchAll(/^ARG (\w+_IMAGE=.+)$/gm)].map(([, declaration]) => declaration),
    )
    expect(new Set(pinnable)).toEqual(new Set([...declared, 'POSTGRES_IMAGE=postgres:17-trixie']))
  })

  it('contain clients of the major version of the PostgreSQL in compose.yaml', () => {
    const server = /postgres:(\d+)/.exec(withDefaults(readCompose()['postgres']?.image ?? ''))?.[1]
    const client = /postgresql-client-(\d+)/.exec(readText('deploy/Dockerfile'))?.[1]
    expect(client).toBe(server)
  })

  it('let backups be written although the root is read-only', () => {
    const { admin } = readCompose()
    expect(admin?.read_only).toBe(true)
    expect(admin?.volumes?.map(withDefaults)).toContain('backups:/backups')
    // The first container that uses a new volume copies the owner of the folder in the image.
    expect(readText('deploy/Dockerfile')).toContain('install -d -o node -g node -m 700 /backups')
  })

  it('let restore run before the database is migrated', () => {
    const { admin, api, worker } = readCompose()
    expect(Object.keys(admin?.depends_on ?? {})).toEqual(['postgres', 'object-store'])
    expect(admin?.profiles).toEqual(['admin'])
    for (const service of [api, worker]) expect(Object.keys(service?.depends_on ?? {})).toContain('migrate')
  })

  it('connect as a role that is not the superuser', () => {
    const { api, postgres } = readCompose()
    const user = /postgres:\/\/([^:]+):/.exec(api?.environment?.['DATABASE_URL'] ?? '')?.[1]
    expect(user).toBe('inlet')
    expect(postgres?.environment?.['POSTGRES_USER']).not.toBe(user)
    expect(readText('deploy/postgres/create-role.sh')).toContain(`create role ${user} login`)
  })
})
