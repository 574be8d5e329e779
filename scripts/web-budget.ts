/** `npm run web-budget`: what the page loads at once, and how large each route is, against what was decided. */
import { readBuild } from './web/read-build.ts'

/** One script, one style, one font. Anything else was pulled into every page by a careless import. */
const preloaded = [
  'favicon.svg',
  'boot.js',
  'assets/index.js',
  'assets/index.css',
  'assets/inter-latin-wght-normal.woff2',
]
const KB = 1024
const budgets = { shellBrotli: 190 * KB, routeGzip: 60 * KB }

const build = readBuild()
const problems: string[] = []
const kilobytes = (bytes: number) => `${(bytes / KB).toFixed(1)} KB`

for (const name of build.preloaded)
  if (!preloaded.includes(name)) problems.push(`The page loads ${name}, which not every screen needs.`)
if (build.shellBrotliBytes > budgets.shellBrotli)
  problems.push(
    `The shell has ${kilobytes(build.shellBrotliBytes)} br; ${kilobytes(budgets.shellBrotli)} are allowed.`,
  )
console.log(`shell ${kilobytes(build.shellBrotliBytes)} br of ${kilobytes(budgets.shellBrotli)}`)
for (const { name, gzipBytes } of build.routes) {
  console.log(`${name.padEnd(48)} ${kilobytes(gzipBytes)} gz`)
  if (gzipBytes > budgets.routeGzip)
    problems.push(
      `${name} loads ${kilobytes(gzipBytes)} gz; ${kilobytes(budgets.routeGzip)} are allowed for a route.`,
    )
}
for (const problem of problems) console.error(`web-budget: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0
