/** The import rules of ARCHITECTURE.md, held by a test. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')

interface Import {
  from: string
  /** A path inside the repository, or the name of a package. */
  to: string
  isTypeOnly: boolean
}

const statement = /^(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/gm

function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.tsx?$/.test(path) && !/node_modules|\/dist\//.test(path))
}

function importsOf(path: string): Import[] {
  const text = readFileSync(join(root, path), 'utf8')
  return [...text.matchAll(statement)].map(([, type, first, second]) => {
    const target = first ?? second ?? ''
    const to = target.startsWith('.') ? normalize(join(dirname(path), target)) : target
    return { from: path, to, isTypeOnly: type !== undefined }
  })
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.includes('/test/')
const files = ['packages', 'acceptance', 'bench'].flatMap(sourceFiles)
const imports = files.flatMap(importsOf)
const product = imports.filter((edge) => !isTest(edge.from))
const list = (edges: Import[]) => edges.map((edge) => `${edge.from} -> ${edge.to}`)

const server = 'packages/server/src'
const packageOf = (path: string) => /^packages\/([^/]+)\//.exec(path)?.[1] ?? path.split('/')[0] ?? ''
const targetPackage = (to: string) =>
  /^@inlet\/([^/]+)/.exec(to)?.[1] ?? (to.startsWith('packages/') ? packageOf(to) : undefined)
const featureOf = (path: string) => /\/src\/features\/([^/]+)\//.exec(path)?.[1]

describe('the test itself', () => {
  it('sees the code it judges', () => {
    expect(files.length).toBeGreaterThan(100)
    expect(imports.filter((edge) => edge.to.startsWith(server)).length).toBeGreaterThan(100)
  })
})

describe('packages', () => {
  const allowed: Record<string, string[]> = {
    contract: [],
    'survey-csv': [],
    processors: [],
    server: ['contract', 'survey-csv', 'processors'],
    sdk: ['contract', 'survey-csv'],
    cli: ['sdk', 'contract', 'survey-csv'],
    web: ['contract', 'survey-csv'],
    acceptance: ['sdk', 'contract', 'survey-csv'],
    bench: ['contract', 'survey-csv', 'processors', 'server', 'sdk', 'cli'],
  }

  it('import only the packages below them', () => {
    const wrong = imports.filter((edge) => {
      const from = packageOf(edge.from)
      const to = targetPackage(edge.to)
      return to !== undefined && to !== from && !allowed[from]?.includes(to)
    })
    expect(list(wrong)).toEqual([])
  })

  it('leave processors to the handlers of the worker', () => {
    const wrong = product.filter(
      (edge) =>
        edge.from.startsWith(server) && edge.to === '@inlet/processors' && !edge.from.endsWith('.handler.ts'),
    )
    expect(list(wrong.filter((edge) => !edge.isTypeOnly))).toEqual([])
  })

  it('keep Node out of what runs in browsers too', () => {
    const wrong = product.filter(
      (edge) =>
        /^packages\/(contract|survey-csv|sdk|web\/src)\//.test(edge.from) &&
        edge.from !== 'packages/sdk/src/node.ts' &&
        edge.to.startsWith('node:'),
    )
    expect(list(wrong)).toEqual([])
  })
})

describe('the workspace', () => {
  const web = 'packages/web/src'
  const ofWeb = product.filter((edge) => edge.from.startsWith(`${web}/`))
  const libraries =
    /^(react|react-dom|get-nonce|pdfjs-dist|@mantine\/(core|hooks)|@tanstack\/react-(query|router|virtual))(\/|$)/

  it('knows the server by its contract alone', () => {
    const wrong = ofWeb.filter((edge) => edge.to === '@inlet/contract' && !edge.isTypeOnly)
    expect(list(wrong)).toEqual([])
    expect(ofWeb.length).toBeGreaterThan(100)
  })

  it('uses the libraries that were decided on', () => {
    const known = (to: string) => to.startsWith('packages/') || to.startsWith('@inlet/') || libraries.test(to)
    const wrong = ofWeb.filter((edge) => !known(edge.to) && !edge.isTypeOnly)
    expect(list(wrong)).toEqual([])
  })

  it('has components in ui that know no screen', () => {
    const wrong = ofWeb.filter(
      (edge) =>
        edge.from.startsWith(`${web}/ui/`) &&
        /^packages\/web\/src\/(app|screens|uploads|live)\//.test(edge.to),
    )
    expect(list(wrong)).toEqual([])
  })

  it('has screens that do not reach into each other', () => {
    const screenOf = (path: string) => /\/src\/screens\/([^/]+)\//.exec(path)?.[1]
    const wrong = ofWeb.filter((edge) => {
      const [from, to] = [screenOf(edge.from), screenOf(edge.to)]
      return from !== undefined && to !== undefined && from !== to && !edge.to.endsWith('Browser.tsx')
    })
    expect(list(wrong)).toEqual([])
  })
})

describe('layers of the server', () => {
  const layers = ['platform', 'features', 'app', 'bin']
  const layerOf = (path: string) => layers.indexOf(relative(server, path).split('/')[0] ?? '')

  it('point one way: bin, app, features, platform', () => {
    const inside = product.filter((edge) => edge.from.startsWith(server) && edge.to.startsWith(server))
    expect(list(inside.filter((edge) => layerOf(edge.from) < layerOf(edge.to)))).toEqual([])
  })

  it('let features meet only through their public files', () => {
    const wrong = product.filter((edge) => {
      const from = featureOf(edge.from)
      const to = featureOf(edge.to)
      if (from === undefined || to === undefined || from === to) return false
      // The worker's half of a public door may reach the processors, so it is a handler and for handlers.
      const isWorkerDoor = edge.to.endsWith(`/${to}.public.handler.ts`) && edge.from.endsWith('.handler.ts')
      return !edge.to.endsWith(`/${to}.public.ts`) && !isWorkerDoor
    })
    expect(list(wrong)).toEqual([])
  })

  it('have no loops between features', () => {
    const edges = product
      .map((edge) => [featureOf(edge.from), featureOf(edge.to)] as const)
      .filter(([from, to]) => from !== undefined && to !== undefined && from !== to)
    expect(findLoop(edges as [string, string][])).toBeUndefined()
  })

  it('keep states and policies pure', () => {
    const wrong = product.filter(
      (edge) => /\.(state|policy)\.ts$/.test(edge.from) && !/^@inlet\/contract(\/|$)/.test(edge.to),
    )
    expect(list(wrong)).toEqual([])
    const impure = files
      .filter((path) => /\.(state|policy)\.ts$/.test(path))
      .filter((path) =>
        /Date\.now|new Date\(\)|Math\.random|randomUUID|process\.env/.test(
          readFileSync(join(root, path), 'utf8'),
        ),
      )
    expect(impure).toEqual([])
  })

  it('keep handlers and processors out of the api process', () => {
    const reached = reachable(`${server}/bin/api.ts`)
    expect(
      [...reached].filter((path) => path.endsWith('.handler.ts') || path === '@inlet/processors'),
    ).toEqual([])
    expect(reached.size).toBeGreaterThan(50)
  })

  it('read the environment only in bin, and in the one function bin calls', () => {
    const wrong = files
      .filter((path) => path.startsWith(server) && !isTest(path) && !path.startsWith(`${server}/bin/`))
      // Its examples for readers name the variable; they are text.
      .filter((path) => !path.startsWith(`${server}/platform/http/docs/`))
      .filter((path) => readFileSync(join(root, path), 'utf8').includes('process.env'))
    expect(wrong).toEqual([`${server}/app/start.ts`])
  })

  it('keep SQL in repo files, and in the platform', () => {
    const wrong = files
      .filter((path) => path.startsWith(`${server}/features/`) && !isTest(path))
      .filter((path) => !path.endsWith('.repo.ts'))
      .filter((path) => /\bsql`|sql<[^>]*>`/.test(readFileSync(join(root, path), 'utf8')))
    expect(wrong).toEqual([])
  })

  /** PostgreSQL refuses a prepared statement whose columns have become more. What stands inside of another may have any. */
  it('name the columns they answer with, since the next release may add some', () => {
    const star = /\breturning \*(?!\))|`\s*select \* from [a-z_]+\b(?!\()/g
    const found = files
      .filter((path) => path.startsWith(server) && !isTest(path))
      .flatMap((path) =>
        [...readFileSync(join(root, path), 'utf8').matchAll(star)].map(([text]) => `${path}: ${text}`),
      )
    expect(found).toEqual([])
  })
})

describe('all modules', () => {
  it('have no import loops', () => {
    const edges = imports
      .filter((edge) => !edge.isTypeOnly && edge.to.endsWith('.ts'))
      .map((edge) => [edge.from, edge.to] as [string, string])
    expect(findLoop(edges)).toBeUndefined()
  })

  it('have no barrels inside the server', () => {
    expect(files.filter((path) => path.startsWith(server) && path.endsWith('/index.ts'))).toEqual([])
  })
})

function reachable(start: string): Set<string> {
  const seen = new Set<string>()
  const open = [start]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    open.push(...imports.filter((edge) => edge.from === path && !edge.isTypeOnly).map((edge) => edge.to))
  }
  return seen
}

function findLoop(edges: [string, string][]): string[] | undefined {
  const targets = Map.groupBy(edges, ([from]) => from)
  const done = new Set<string>()
  function walk(node: string, path: string[]): string[] | undefined {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (done.has(node)) return undefined
    for (const [, next] of targets.get(node) ?? []) {
      const loop = walk(next, [...path, node])
      if (loop) return loop
    }
    done.add(node)
    return undefined
  }
  for (const node of targets.keys()) {
    const loop = walk(node, [])
    if (loop) return loop
  }
  return undefined
}
