import { relative } from 'node:path'
import type { BuiltImage } from './images.ts'
import type { PackedPackage } from './pack.ts'

export interface Release {
  root: string
  version: string
  commit: string
  packages: readonly PackedPackage[]
  images: readonly BuiltImage[]
}

/** What a person runs to publish; the release command itself never does. */
export function publishCommands({ root, version, commit, packages, images }: Release): string[] {
  const tag = `v${version}`
  // A pre-release must not become what "npm install" chooses.
  const channel = version.includes('-') ? ' --tag next' : ''
  return [
    `git tag --annotate ${tag} --message ${tag} ${commit}`,
    `git push origin ${tag}`,
    ...packages.map(({ path }) => `npm publish ./${relative(root, path)} --access public${channel}`),
    ...images.flatMap(({ engine, reference }) => [
      `${engine} tag ${reference} REGISTRY/${reference}`,
      `${engine} push REGISTRY/${reference}`,
    ]),
  ]
}
