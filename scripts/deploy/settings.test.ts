/** Compose and Kubernetes pass every setting of the schema to the processes. */
import { describe, expect, it } from 'vitest'
import { ConfigSchema } from '../../packages/server/src/platform/config/config.ts'
import { GatewayConfigSchema } from '../../packages/server/src/platform/config/gateway-config.ts'
import { settingsOfImages, writeComposeSettings } from './compose-settings.ts'
import { containersOf, kubernetesFiles, readCompose, readManifests, readText } from './manifests.ts'

const names = Object.keys(ConfigSchema.properties)
const dockerfile = readText('deploy/Dockerfile')

function settingsNotPassed(service: string, wanted: readonly string[]): string[] {
  const passed = new Set([
    ...Object.keys(readCompose()[service]?.environment ?? {}),
    ...settingsOfImages(dockerfile, wanted),
  ])
  return wanted.filter((name) => !passed.has(name))
}

describe('compose.yaml', () => {
  it.each(['api', 'worker', 'migrate', 'admin'])('passes every setting to %s', (service) => {
    expect(settingsNotPassed(service, names)).toEqual([])
    expect(settingsNotPassed(service, [...names, 'INLET_NEW'])).toEqual(['INLET_NEW'])
  })

  it('passes every setting of its own to the gateway, and neither the database nor the secret', () => {
    const passed = Object.keys(readCompose()['gateway']?.environment ?? {})
    const own = Object.keys(GatewayConfigSchema.properties)
    expect(settingsNotPassed('gateway', own)).toEqual([])
    expect(passed.filter((name) => !own.includes(name))).toEqual([])
  })

  it('passes no variable that is not a setting', () => {
    const passed = Object.keys(readCompose()['api']?.environment ?? {})
    expect(passed.filter((name) => !names.includes(name))).toEqual([])
  })

  it('leaves only ports and folders to the images', () => {
    expect(settingsOfImages(dockerfile, names)).toEqual([
      'INLET_HOST',
      'INLET_PORT',
      'INLET_WORKER_PORT',
      'INLET_WORK_DIR',
      'INLET_GATEWAY_PORT',
    ])
  })

  it('gets a new setting from the generator, and keeps the values it has', () => {
    const compose = readText('deploy/compose.yaml')
    const written = writeComposeSettings(compose, { dockerfile, names: [...names, 'INLET_NEW'] })
    expect(written).toBe(compose.replace('    # end of settings', '    INLET_NEW:\n    # end of settings'))
    expect(() => writeComposeSettings('services: {}', { dockerfile, names })).toThrow(/no line "# settings"/)
  })
})

describe('Kubernetes manifests', () => {
  it('pass the whole ConfigMap and the whole Secret to every container, and override nothing', () => {
    const containers = containersOf(readManifests()).filter(({ name }) => name !== 'gateway')
    expect(containers.length).toBeGreaterThan(4)
    for (const container of containers) {
      expect(container.envFrom).toEqual([
        { configMapRef: { name: 'inlet' } },
        { secretRef: { name: 'inlet' } },
      ])
      expect(container.env).toBeUndefined()
    }
  })

  it('pass the ConfigMap and the keys it needs to the gateway, and neither the database nor the secret', () => {
    const gateway = containersOf(readManifests()).find(({ name }) => name === 'gateway')
    expect(gateway?.envFrom).toEqual([{ configMapRef: { name: 'inlet' } }])
    const secrets = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'INLET_GATEWAY_SECRET']
    expect(gateway?.env).toEqual(
      secrets.map((name) => ({
        name,
        valueFrom: { secretKeyRef: { name: 'inlet', key: name, optional: true } },
      })),
    )
  })

  it('name only settings that exist', () => {
    const files = kubernetesFiles().filter((path) => path.endsWith('.env'))
    const used = files.flatMap((path) =>
      [...readText(path).matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name = '']) => name),
    )
    expect(used.length).toBeGreaterThan(5)
    expect(used.filter((name) => !names.includes(name))).toEqual([])
  })
})

describe('deploy/init', () => {
  it('sets every variable that compose.yaml requires', () => {
    const required = [...readText('deploy/compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)
    const init = readText('deploy/init')
    expect(required.length).toBeGreaterThan(0)
    for (const name of required) expect(init).toContain(`echo "${name}=`)
  })
})
