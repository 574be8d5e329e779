/**
 * The cost of a library compared with hand-written code, in CPU time per operation and peak memory. Decisions are based on
 * it: docs/adr/0011 has the table of libraries, 0060 the tracer, 0061 reading the entries of a zip file,
 * 0079 signing, 0084 the forms of uploads, 0109 workbooks.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const subjects = ['static', 'cookie', 'span', 'sign', 'form', 'zip-30', 'zip-10000', 'xlsx']
const rounds = 3

export async function run(): Promise<void> {
  const figures: string[] = []
  for (const subject of subjects) {
    const best = { library: Number.POSITIVE_INFINITY, hand: Number.POSITIVE_INFINITY }
    const peakMb = { library: 0, hand: 0 }
    // Alternating, and the best of each: other load on the machine then affects both sides alike.
    for (let i = 0; i < rounds; i += 1) {
      for (const side of ['library', 'hand'] as const) {
        const [cpu, memory] = await measure(subject, side)
        best[side] = Math.min(best[side], cpu)
        peakMb[side] = Math.max(peakMb[side], Math.round(memory))
      }
    }
    console.log(subject, best, { peakMb })
    figures.push(`${subject}=${(best.library / best.hand).toFixed(2)}`)
  }
  console.log(`libraries cpu_ratio_to_hand ${figures.join(' ')}`)
}

async function measure(subject: string, side: string): Promise<[cpu: number, peakMb: number]> {
  const child = fork(join(import.meta.dirname, 'lib/library-child.ts'), [subject, side], { stdio: 'inherit' })
  const ended = once(child, 'exit')
  const answer = once(child, 'message')
  const [first] = (await Promise.race([answer, ended])) as [[number, number]]
  await ended
  if (child.exitCode !== 0) throw new Error(`${subject} ${side} exited with ${child.exitCode}.`)
  return first
}
