/** The TypeScript files of the repository with their imports, as the architecture rules see them. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const root = join(import.meta.dirname, '../../../..')

export interface Import {
  from: string
  /** A path inside the repository, or the name of a package. */
  to: string
  isTypeOnly: boolean
}

export interface SourceTree {
  files: ReadonlyMap<string, string>
  imports: readonly Import[]
}

const statement = /^(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/gm

function importsOf([path, text]: [string, string]): Import[] {
  return [...text.matchAll(statement)].map(([, type, first, second]) => {
    const target = first ?? second ?? ''
    const to = target.startsWith('.') ? normalize(join(dirname(path), target)) : target
    return { from: path, to, isTypeOnly: type !== undefined }
  })
}

export function readSourceTree(folders: readonly string[]): SourceTree {
  const files = new Map(
    folders
      .flatMap((folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
          join(folder, name),
        ),
      )
      .filter((path) => /\.tsx?$/.test(path) && !/node_modules|\/dist\//.test(path))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
  return { files, imports: [...files].flatMap(importsOf) }
}

/** The same tree with some files added or replaced, for negative controls. */
export function withFiles(tree: SourceTree, planted: Readonly<Record<string, string>>): SourceTree {
  return {
    files: new Map([...tree.files, ...Object.entries(planted)]),
    imports: [
      ...tree.imports.filter(({ from }) => !(from in planted)),
      ...Object.entries(planted).flatMap(importsOf),
    ],
  }
}

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.includes('/test/')

export const productImports = ({ imports }: SourceTree): Import[] =>
  imports.filter(({ from }) => !isTest(from))

/** Paths of product files under a folder whose text matches. */
export function productFiles({ files }: SourceTree, folder: string, text = /(?:)/): string[] {
  return [...files]
    .filter(([path, content]) => path.startsWith(folder) && !isTest(path) && text.test(content))
    .map(([path]) => path)
}

export const listImports = (imports: readonly Import[]): string[] =>
  imports.map(({ from, to }) => `${from} -> ${to}`)

/** All modules that a module loads, directly or not. */
export function reachableFrom({ imports }: SourceTree, start: string): Set<string> {
  const targets = Map.groupBy(
    imports.filter(({ isTypeOnly }) => !isTypeOnly),
    ({ from }) => from,
  )
  const reached = new Set<string>()
  const pending = [start]
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    pending.push(...(targets.get(path) ?? []).map(({ to }) => to))
  }
  return reached
}

export function findCycle(edges: readonly (readonly [string, string])[]): string[] | undefined {
  const targets = Map.groupBy(edges, ([from]) => from)
  const done = new Set<string>()
  function walk(node: string, path: string[]): string[] | undefined {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (done.has(node)) return undefined
    for (const [, next] of targets.get(node) ?? []) {
      const cycle = walk(next, [...path, node])
      if (cycle) return cycle
    }
    done.add(node)
    return undefined
  }
  for (const node of targets.keys()) {
    const cycle = walk(node, [])
    if (cycle) return cycle
  }
  return undefined
}
