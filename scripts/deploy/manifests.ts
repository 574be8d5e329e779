/** Reads the deployment files as data, for the tests of this folder. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'

const root = join(import.meta.dirname, '../..')
export const readText = (path: string) => readFileSync(join(root, path), 'utf8')

export interface ComposeService {
  image?: string
  build?: { args?: Record<string, string> }
  environment?: Record<string, string | null>
  volumes?: string[]
  read_only?: boolean
  profiles?: string[]
  depends_on?: Record<string, { condition: string }>
}

export function readCompose(): Record<string, ComposeService> {
  const file = parse(readText('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, ComposeService>
  }
  return file.services
}

export interface Container {
  name: string
  image: string
  env?: unknown
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  ports?: { name: string; containerPort: number }[]
  securityContext?: Record<string, unknown>
}

interface PodSpec {
  automountServiceAccountToken?: boolean
  initContainers?: Container[]
  containers: Container[]
}

export interface Manifest {
  path: string
  apiVersion: string
  kind: string
  metadata?: { name: string; labels?: Record<string, string> }
  spec?: Record<string, unknown>
  [field: string]: unknown
}

const kubernetes = 'deploy/kubernetes'

export function kubernetesFiles(): string[] {
  const names = readdirSync(join(root, kubernetes), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => /\.(yaml|env)$/.test(name)).map((name) => `${kubernetes}/${name}`)
}

export function readManifests(): Manifest[] {
  return kubernetesFiles()
    .filter((path) => path.endsWith('.yaml'))
    .flatMap((path) =>
      parseAllDocuments(readText(path)).map((document) => {
        if (document.errors.length > 0) throw new Error(`${path}: ${document.errors[0]?.message}`)
        return { path, ...(document.toJS() as Omit<Manifest, 'path'>) } as Manifest
      }),
    )
}

export const ofKind = (manifests: readonly Manifest[], kind: string) =>
  manifests.filter((manifest) => manifest.kind === kind)

/** The pod template of a Deployment, Job or CronJob. */
export function podOf({ kind, spec }: Manifest): PodSpec | undefined {
  const templates: Record<string, unknown> = {
    Deployment: spec,
    Job: spec,
    CronJob: (spec as { jobTemplate?: { spec?: unknown } } | undefined)?.jobTemplate?.spec,
  }
  return (templates[kind] as { template?: { spec: PodSpec } } | undefined)?.template?.spec
}

export function containersOf(manifests: readonly Manifest[]): Container[] {
  return manifests.flatMap((manifest) => {
    const pod = podOf(manifest)
    return pod ? [...(pod.initContainers ?? []), ...pod.containers] : []
  })
}

/** Files and folders that a kustomization refers to, relative to the repository. */
export function referencesOf(kustomization: Manifest): string[] {
  const {
    resources = [],
    components = [],
    configMapGenerator = [],
  } = kustomization as {
    resources?: string[]
    components?: string[]
    configMapGenerator?: { envs?: string[] }[]
  }
  const envs = configMapGenerator.flatMap((generator) => generator.envs ?? [])
  return [...resources, ...components, ...envs].map((path) => join(dirname(kustomization.path), path))
}
