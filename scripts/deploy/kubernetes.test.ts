/** The Kubernetes manifests: complete, restricted, and with nothing internal in public. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { gatewayPaths } from '../../packages/server/src/platform/object-store/gateway-signatures.ts'
import {
  containersOf,
  kubernetesFiles,
  type Manifest,
  ofKind,
  podOf,
  readManifests,
  readText,
  referencesOf,
} from './manifests.ts'

const root = join(import.meta.dirname, '../..')
const manifests = readManifests()
const kustomizations = manifests.filter(({ path }) => path.endsWith('kustomization.yaml'))

describe('kustomize files', () => {
  it('refer to files and folders that exist, and to every file there is', () => {
    const references = kustomizations.flatMap(referencesOf)
    for (const path of references) {
      const isFolder = existsSync(join(root, path)) && statSync(join(root, path)).isDirectory()
      expect(existsSync(join(root, isFolder ? `${path}/kustomization.yaml` : path))).toBe(true)
    }
    const files = kubernetesFiles().filter((path) => !path.endsWith('kustomization.yaml'))
    expect(files.filter((path) => !references.includes(path))).toEqual([])
  })

  it('patch resources that exist', () => {
    const targets = kustomizations.flatMap(
      ({ patches = [] }) => patches as { target: { kind: string; name?: string }; patch: string }[],
    )
    expect(targets.length).toBeGreaterThan(3)
    for (const { target } of targets) {
      const found = ofKind(manifests, target.kind).map(({ metadata }) => metadata?.name)
      expect(found).toContain(target.name ?? found[0])
      expect(found.length).toBeGreaterThan(0)
    }
  })

  const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0
  it.skipIf(!hasKubectl)('are rendered by kubectl', () => {
    for (const overlay of ['example', 'restore']) {
      const folder = join(root, 'deploy/kubernetes/overlays', overlay)
      const { status, stderr, stdout } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' })
      expect(stderr).toBe('')
      expect(status).toBe(0)
      expect(stdout).toMatch(/image: registry\.example\.org\/inlet\/worker:\d+\.\d+\.\d+/)
      expect(stdout).not.toContain('image: inlet/')
      expect(stdout).toMatch(/configMapRef:\s+name: inlet-[a-z0-9]{10}/)
    }
  })
})

describe('pods', () => {
  it('meet the restricted standard, except for what the sandbox of the workers needs', () => {
    const containers = containersOf(manifests)
    for (const { name, securityContext } of containers) {
      expect(securityContext).toMatchObject({
        runAsNonRoot: true,
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
        seccompProfile: { type: name === 'worker' ? 'Localhost' : 'RuntimeDefault' },
      })
      const appArmor = name === 'worker' ? { type: 'Unconfined' } : undefined
      expect(securityContext?.['appArmorProfile']).toEqual(appArmor)
    }
    for (const pod of manifests.map(podOf)) if (pod) expect(pod.automountServiceAccountToken).toBe(false)
  })

  it('listen on the ports that services, monitors and policies name', () => {
    const ports = containersOf(manifests).flatMap(({ ports: own = [] }) => own)
    expect(ports.map(({ name, containerPort }) => `${name} ${containerPort}`)).toEqual([
      'http 3000',
      'http 3001',
      'http 3002',
    ])
    const dockerfile = readText('deploy/Dockerfile')
    expect(dockerfile).toContain('INLET_PORT=3000')
    expect(dockerfile).toContain('INLET_WORKER_PORT=3001')
    expect(dockerfile).toContain('INLET_GATEWAY_PORT=3002')
  })

  it('are covered by a policy that allows nothing into them', () => {
    const [base] = ofKind(manifests, 'NetworkPolicy').filter(({ metadata }) => metadata?.name === 'inlet')
    expect(base?.spec).toMatchObject({
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'inlet' } },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [],
    })
    for (const { spec } of manifests.filter((manifest) => podOf(manifest)))
      expect(JSON.stringify(spec)).toContain('"app.kubernetes.io/name":"inlet"')
  })
})

interface IngressPath {
  path: string
  pathType: 'Exact' | 'Prefix'
}

function publicPaths(name = 'api'): IngressPath[] {
  const [ingress] = ofKind(manifests, 'Ingress').filter(
    ({ metadata }) => metadata?.name === name,
  ) as (Manifest & {
    spec: { rules: { http: { paths: IngressPath[] } }[] }
  })[]
  return ingress?.spec.rules.flatMap(({ http }) => http.paths) ?? []
}

const isPublic = (url: string, paths = publicPaths()) =>
  paths.some(({ path, pathType }) =>
    pathType === 'Exact' ? url === path : url === path || url.startsWith(path === '/' ? '/' : `${path}/`),
  )

/** The first segments of the pages of the workspace, read from its route table. */
function pagesOfWorkspace(): string[] {
  const routes = readText('packages/web/src/app/routes.tsx')
  const own = [...routes.matchAll(/getParentRoute: \(\) => (?:root|inside),\s+path: '([^']+)'/g)]
  const moved = [...routes.matchAll(/movedPath\('([^']+)'/g)]
  return [...own, ...moved].map(([, path = '']) => path.replaceAll(/\$\w+/g, '1'))
}

describe('ingress', () => {
  it('publishes the API, its reference and every page of the workspace', () => {
    const pages = pagesOfWorkspace()
    expect(pages.length).toBeGreaterThan(18)
    const files = readdirSync(join(root, 'packages/web/public')).map((name) => `/${name}`)
    const urls = [
      '/api/v1/oauth/token',
      '/docs',
      '/docs/style.css',
      '/mcp',
      '/openapi.json',
      '/.well-known/jwks.json',
      '/.well-known/oauth-protected-resource/mcp',
    ]
    const all = [...urls, '/assets/index-1.js', ...files, ...pages]
    expect(all.filter((url) => !isPublic(url))).toEqual([])
  })

  it('of the gateway publishes its uploads', () => {
    const paths = publicPaths('gateway')
    for (const url of Object.values(gatewayPaths)) expect(isPublic(url, paths)).toBe(true)
  })

  it('does not publish metrics and health', () => {
    for (const url of ['/metrics', '/readyz', '/healthz']) {
      expect(isPublic(url)).toBe(false)
      expect(isPublic(url, publicPaths('gateway'))).toBe(false)
      expect(isPublic(url, [{ path: '/', pathType: 'Prefix' }])).toBe(true)
    }
  })
})

describe('monitoring and autoscaling', () => {
  it('scrape under the job names that the alerts use', () => {
    const jobs = ofKind(manifests, 'PodMonitor').flatMap(({ spec }) =>
      JSON.stringify(spec).match(/inlet-(api|worker|gateway)/g),
    )
    expect(jobs).toEqual(['inlet-api', 'inlet-worker', 'inlet-gateway'])
    const alerts = [...readText('deploy/prometheus/alerts.yaml').matchAll(/job="([^"]+)"/g)]
    for (const [, job] of alerts) expect(jobs).toContain(job)
  })

  it('scale the workers by the unfinished jobs per slot', () => {
    const [scaled] = ofKind(manifests, 'ScaledObject') as (Manifest & {
      spec: {
        scaleTargetRef: { name: string }
        triggers: { metadata: { query: string; threshold: string } }[]
      }
    })[]
    expect(scaled?.spec.scaleTargetRef.name).toBe('worker')
    const metadata = scaled?.spec.triggers[0]?.metadata
    expect(metadata?.query).toContain('inlet_queue_waiting_jobs')
    const slots = /^INLET_WORKER_SLOTS=(\d+)$/m.exec(readText('deploy/kubernetes/base/settings.env'))?.[1]
    expect(metadata?.threshold).toBe(slots)
  })
})
