/** The public address of the repository, from the field `repository` of the root package.json, and what is derived from it. */
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

interface RootManifest {
  version: string
  repository?: { url: string }
}

/** The field `repository` for an address such as `https://github.com/owner/name`. */
export function repositoryField(address: string): { type: 'git'; url: string } {
  return { type: 'git', url: `git+${checkAddress(address)}.git` }
}

/** Without its ending `.git` or slash. Throws for anything but an `https:` address of a repository. */
export function checkAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const path = url?.pathname.replace(/\/$/, '').replace(/\.git$/, '') ?? ''
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (url?.protocol !== 'https:' || !isPlain || path.split('/').length < 3)
    throw new Error(`${address} is not the address of a repository, such as https://github.com/owner/name.`)
  return `${url.origin}${path}`
}

/** Undefined until the repository has a public address. */
export function readRepository(root: string): string | undefined {
  const { repository } = readRoot(root)
  return repository && checkAddress(repository.url.replace(/^git\+/, ''))
}

function readRoot(root: string): RootManifest {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as RootManifest
}

/** `repository`, `homepage` and `bugs` of a package in that folder of the repository. */
export function packageAddresses(root: string, directory: string): Record<string, unknown> {
  const address = readRepository(root)
  if (address === undefined) return {}
  return {
    repository: { ...repositoryField(address), directory },
    homepage: `${address}/tree/main/${directory}#readme`,
    bugs: { url: `${address}/issues` },
  }
}

/**
 * Relative links work in the repository only. In a package they lead to the file in the release's tag; without a public
 * address only their text remains.
 */
export function absoluteLinks(root: string, path: string): string {
  const address = readRepository(root)
  const base = relative(root, dirname(path)).split('\\').join('/')
  const text = readFileSync(path, 'utf8')
  return text.replaceAll(/\[([^\]\n]+)\]\(((?![a-z]+:|#)[^)\s]+)\)/g, (_, label: string, target: string) => {
    if (address === undefined) return label
    return `[${label}](${new URL(target, `${address}/blob/v${readRoot(root).version}/${base}/`).href})`
  })
}
