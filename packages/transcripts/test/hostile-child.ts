/** Reads hostile files in a separate process, and prints one line of measurements per file. */
import { readFileSync } from 'node:fs'
import { fitTranscript } from '../src/fit/fit-transcript.ts'
import { readTranscript } from '../src/read-transcript.ts'
import { hostileFiles } from './hostile-files.ts'

/** CPU time, because elapsed time depends on other processes. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** From Linux, because the value reported by Node includes the size of the parent process. */
function peakMegabytes(): number {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

const file = hostileFiles.find(({ name }) => name === process.argv[2])
if (!file) throw new Error('There is no such file.')
const bytes = Buffer.from(file.make())
globalThis.gc?.()
const started = cpuMs()
const read = await readTranscript(bytes, { fileName: file.fileName })
const readMs = cpuMs() - started
const readMegabytes = peakMegabytes()
const fitted = read.ok ? fitTranscript(read, { durationMs: 360_000_000, language: 'en' }) : null
const fitMs = cpuMs() - started - readMs
const outcome = read.ok ? 'read' : read.problem
const segments = fitted?.ok ? fitted.segments.length : 0
console.log(
  JSON.stringify({ outcome, segments, readMs, readMegabytes, fitMs, peakMegabytes: peakMegabytes() }),
)
