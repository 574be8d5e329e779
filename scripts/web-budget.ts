/** `npm run web-budget`: compares the size of the page and of each route with their budgets. */
import { readBuild } from './web/read-build.ts'

/** Files that only some screens need and the page must not reference. */
const notForEveryPage = /pdf|chart|wavesurfer|virtual|survey|Modal|Dialog|Select/i
const KB = 1024
/** Loaded in parallel with a screen, so that its first view does not wait for them. */
const large: Record<string, number> = { 'src/screens/documents/pdf.ts': 140 * KB }
const budgets = { entryBrotli: 140 * KB, shellBrotli: 190 * KB, font: 50 * KB, routeGzip: 60 * KB }

const build = readBuild()
const problems: string[] = []
const kilobytes = (bytes: number) => `${(bytes / KB).toFixed(1)} KB`

for (const name of build.preloaded)
  if (notForEveryPage.test(name)) problems.push(`The page loads ${name}, which not every screen needs.`)
if (build.entryBrotliBytes > budgets.entryBrotli)
  problems.push(
    `The files of the page take ${kilobytes(build.entryBrotliBytes)} br, more than the budget of ${kilobytes(budgets.entryBrotli)}.`,
  )
console.log(`entry ${kilobytes(build.entryBrotliBytes)} br of ${kilobytes(budgets.entryBrotli)}`)
if (build.shellBrotliBytes > budgets.shellBrotli)
  problems.push(
    `The shell takes ${kilobytes(build.shellBrotliBytes)} br, more than the budget of ${kilobytes(budgets.shellBrotli)}.`,
  )
if (build.fontBytes > budgets.font)
  problems.push(
    `The font takes ${kilobytes(build.fontBytes)}, more than the budget of ${kilobytes(budgets.font)}.`,
  )
console.log(`font ${kilobytes(build.fontBytes)} of ${kilobytes(budgets.font)}`)
console.log(`shell ${kilobytes(build.shellBrotliBytes)} br of ${kilobytes(budgets.shellBrotli)}`)
for (const { name, gzipBytes } of build.routes) {
  console.log(`${name.padEnd(48)} ${kilobytes(gzipBytes)} gz`)
  const allowed = large[name] ?? budgets.routeGzip
  if (gzipBytes > allowed)
    problems.push(`${name} loads ${kilobytes(gzipBytes)} gz, more than its budget of ${kilobytes(allowed)}.`)
}
for (const problem of problems) console.error(`web-budget: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0
