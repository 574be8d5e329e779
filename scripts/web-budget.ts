/** `npm run web-budget`: what the page loads at once, and how large each route is, against what was decided. */
import { readBuild } from './web/read-build.ts'

/** What only some screens need. How the rest is cut into files is the bundler's business; its size is ours. */
const notForEveryPage = /pdf|chart|wavesurfer|virtual|survey|Modal|Dialog|Select/i
const KB = 1024
/** Loaded beside a screen and not before it: what it shows first does not wait for the whole of it. */
const large: Record<string, number> = { 'src/screens/documents/pdf.ts': 140 * KB }
const budgets = { entryBrotli: 140 * KB, shellBrotli: 190 * KB, font: 50 * KB, routeGzip: 60 * KB }

const build = readBuild()
const problems: string[] = []
const kilobytes = (bytes: number) => `${(bytes / KB).toFixed(1)} KB`

for (const name of build.preloaded)
  if (notForEveryPage.test(name)) problems.push(`The page loads ${name}, which not every screen needs.`)
if (build.entryBrotliBytes > budgets.entryBrotli)
  problems.push(
    `The page names ${kilobytes(build.entryBrotliBytes)} br; ${kilobytes(budgets.entryBrotli)} are allowed.`,
  )
console.log(`entry ${kilobytes(build.entryBrotliBytes)} br of ${kilobytes(budgets.entryBrotli)}`)
if (build.shellBrotliBytes > budgets.shellBrotli)
  problems.push(
    `The shell has ${kilobytes(build.shellBrotliBytes)} br; ${kilobytes(budgets.shellBrotli)} are allowed.`,
  )
if (build.fontBytes > budgets.font)
  problems.push(`The font has ${kilobytes(build.fontBytes)}; ${kilobytes(budgets.font)} are allowed.`)
console.log(`font ${kilobytes(build.fontBytes)} of ${kilobytes(budgets.font)}`)
console.log(`shell ${kilobytes(build.shellBrotliBytes)} br of ${kilobytes(budgets.shellBrotli)}`)
for (const { name, gzipBytes } of build.routes) {
  console.log(`${name.padEnd(48)} ${kilobytes(gzipBytes)} gz`)
  const allowed = large[name] ?? budgets.routeGzip
  if (gzipBytes > allowed)
    problems.push(`${name} loads ${kilobytes(gzipBytes)} gz; ${kilobytes(allowed)} are allowed for it.`)
}
for (const problem of problems) console.error(`web-budget: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0
