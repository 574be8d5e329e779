/** Rules of the server: its layers, its features, and where SQL and the environment are read. */
import { relative } from 'node:path'
import { featureOf, type Rule, server } from './rule.ts'
import { findCycle, listImports, productFiles, productImports, reachableFrom } from './source-tree.ts'

const layers = ['platform', 'features', 'app', 'bin']
const layerOf = (path: string) => layers.indexOf(relative(server, path).split('/')[0] ?? '')

const isPure = /\.(state|policy)\.ts$/
const sideEffect = /Date\.now|new Date\(\)|Math\.random|randomUUID|process\.env/
/** PostgreSQL rejects a prepared statement whose result has gained columns; a nested select may return any. */
const star = /\breturning \*(?!\))|`\s*select \* from [a-z_]+\b(?!\()/
const engineTable = /\b(?:from|join|into|update)\s+job\.[a-z_]+/i

const layerRules: readonly Rule[] = [
  {
    title: 'layers depend in one direction: bin, app, features, platform',
    findViolations: (tree) =>
      listImports(
        productImports(tree).filter(
          ({ from, to }) => from.startsWith(server) && to.startsWith(server) && layerOf(from) < layerOf(to),
        ),
      ),
    violation: { [`${server}/platform/planted.ts`]: "import { jobs } from '../app/jobs.ts'" },
  },
  {
    title: 'features import each other only through their public files',
    findViolations: (tree) =>
      listImports(
        productImports(tree).filter((edge) => {
          const [from, to] = [featureOf(edge.from), featureOf(edge.to)]
          if (from === undefined || to === undefined || from === to) return false
          // A public handler file may load the processors, so only handlers may import it.
          const isHandlerImport =
            edge.to.endsWith(`/${to}.public.handler.ts`) && edge.from.endsWith('.handler.ts')
          return !edge.to.endsWith(`/${to}.public.ts`) && !isHandlerImport
        }),
      ),
    violation: { [`${server}/features/files/planted.ts`]: "import { sql } from '../keys/keys.repo.ts'" },
  },
  {
    title: 'features have no dependency cycles',
    findViolations: (tree) =>
      findCycle(
        productImports(tree).flatMap((edge) => {
          const [from, to] = [featureOf(edge.from), featureOf(edge.to)]
          return from !== undefined && to !== undefined && from !== to ? [[from, to] as const] : []
        }),
      ) ?? [],
    violation: {
      [`${server}/features/one/planted.ts`]: "import { two } from '../two/two.public.ts'",
      [`${server}/features/two/planted.ts`]: "import { one } from '../one/one.public.ts'",
    },
  },
  {
    title: 'the api process loads no handlers and no processors',
    findViolations: (tree) =>
      [...reachableFrom(tree, `${server}/bin/api.ts`)].filter(
        (path) => path.endsWith('.handler.ts') || path === '@inlet/processors',
      ),
    violation: { [`${server}/app/http.ts`]: "import '../features/files/process-file.handler.ts'" },
  },
  {
    title: 'the server has no barrel files',
    findViolations: (tree) => productFiles(tree, server).filter((path) => path.endsWith('/index.ts')),
    violation: { [`${server}/features/files/index.ts`]: "export * from './files.repo.ts'" },
  },
]

const contentRules: readonly Rule[] = [
  {
    title: 'states and policies import only the contract',
    findViolations: (tree) =>
      listImports(
        productImports(tree).filter(
          ({ from, to }) => isPure.test(from) && !/^@inlet\/contract(\/|$)/.test(to),
        ),
      ),
    violation: { [`${server}/features/files/planted.policy.ts`]: "import { sql } from 'kysely'" },
  },
  {
    title: 'states and policies read no clock, randomness or environment',
    findViolations: (tree) => productFiles(tree, '', sideEffect).filter((path) => isPure.test(path)),
    violation: { [`${server}/features/files/planted.state.ts`]: 'export const now = () => Date.now()' },
  },
  {
    title: 'only bin, and the one function it calls, reads the environment',
    findViolations: (tree) =>
      productFiles(tree, server, /process\.env/).filter(
        (path) => !path.startsWith(`${server}/bin/`) && path !== `${server}/app/start.ts`,
      ),
    violation: { [`${server}/platform/planted.ts`]: "export const url = process.env['DATABASE_URL']" },
  },
  {
    title: 'SQL is only in repo files and in the platform',
    findViolations: (tree) =>
      productFiles(tree, `${server}/features/`, /\bsql`|sql<[^>]*>`/).filter(
        (path) => !path.endsWith('.repo.ts'),
      ),
    violation: { [`${server}/features/files/planted.ts`]: 'export const one = sql`select 1`' },
  },
  {
    title: "only platform/jobs uses the job engine's tables",
    findViolations: (tree) =>
      productFiles(tree, server, engineTable).filter((path) => !path.startsWith(`${server}/platform/jobs/`)),
    violation: { [`${server}/features/files/planted.repo.ts`]: 'sql`select id from job.job`' },
  },
  {
    title: 'queries name the columns they return, because the next release may add some',
    findViolations: (tree) => productFiles(tree, server, star),
    violation: { [`${server}/features/files/planted.repo.ts`]: 'sql`select * from file`' },
  },
]

export const serverRules: readonly Rule[] = [...layerRules, ...contentRules]
