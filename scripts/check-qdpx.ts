// Checks REFI-QDA archives (.qdpx): the schema of the standard, and what importers need beyond it.
//
//   node scripts/check-qdpx.ts FILE...
import { checkQdpx } from '../packages/refi-qda/src/check/check-qdpx.ts'

const paths = process.argv.slice(2)
if (paths.length === 0) {
  process.stderr.write('usage: node scripts/check-qdpx.ts FILE...\n')
  process.exit(2)
}
for (const path of paths) {
  const problems = await checkQdpx(path)
  for (const { rule, where } of problems) process.stdout.write(`${path}: ${rule}: ${where}\n`)
  if (problems.length > 0) process.exitCode = 1
  else process.stdout.write(`${path}: valid\n`)
}
