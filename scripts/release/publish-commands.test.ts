import { expect, it } from 'vitest'
import { publishCommands } from './publish-commands.ts'

const packed = {
  name: '@inlet/sdk',
  version: '1.2.3',
  path: '/r/dist/inlet-sdk-1.2.3.tgz',
  bytes: 1,
  files: 1,
} as const
const images = [{ engine: 'podman', reference: 'inlet/api:1.2.3' }]
const release = { root: '/r', version: '1.2.3', commit: 'abc', packages: [packed], images }

it('lists the commands that publish a release', () => {
  expect(publishCommands(release)).toEqual([
    'git tag --annotate v1.2.3 --message v1.2.3 abc',
    'git push origin v1.2.3',
    'npm publish ./dist/inlet-sdk-1.2.3.tgz --access public',
    'podman tag inlet/api:1.2.3 REGISTRY/inlet/api:1.2.3',
    'podman push REGISTRY/inlet/api:1.2.3',
  ])
})

it('publishes a pre-release under another tag than "latest"', () => {
  const commands = publishCommands({ ...release, version: '2.0.0-rc.1', images: [] })
  expect(commands.at(-1)).toBe('npm publish ./dist/inlet-sdk-1.2.3.tgz --access public --tag next')
})
