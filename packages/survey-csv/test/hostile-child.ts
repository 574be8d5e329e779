/**
 * Reads hostile files in a separate process, so that nothing else affects memory, and prints one line of measurements per
 * file. Memory is measured whenever the reader requests a chunk, after a garbage collection if it might be a new peak: how much
 * garbage is waiting depends on the collector, not on the reader.
 */
import { readFileSync } from 'node:fs'
import { SurveyCsvError } from '../src/errors.ts'
import { openSurvey } from '../src/read/open-survey.ts'
import { type HostileFile, hostileFiles, piecesOf } from './hostile-files.ts'

const megabyte = 1024 * 1024

function memoryNow(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Reads the peak from Linux, because the value reported by Node includes the size of the parent process. */
function peakMegabytes(): number {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

/** CPU time, because elapsed time depends on other processes. */
function millisecondsNow(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** A baseline: the time to visit every byte once. */
function measureScan(file: HostileFile): number {
  const started = millisecondsNow()
  let lines = 0
  for (const piece of piecesOf(file)) {
    for (let at = 0; at < piece.length; at++) if (piece[at] === 10) lines++
  }
  return lines < 0 ? 0 : millisecondsNow() - started
}

async function outcomeOf(pieces: Iterable<Uint8Array>) {
  try {
    const survey = await openSurvey(pieces)
    for await (const batch of survey.responses)
      if (batch.length === 0) throw new Error('Expected no empty batch.')
    return { code: 'read' }
  } catch (error) {
    if (!(error instanceof SurveyCsvError)) throw error
    const { code, row, column } = error
    return { code, row, column }
  }
}

for (const file of hostileFiles) {
  const scanMsBefore = measureScan(file)
  globalThis.gc?.()
  const before = memoryNow()
  let peak = before
  let measuringMs = 0
  function measurePeak() {
    if (memoryNow() <= peak) return
    const started = millisecondsNow()
    globalThis.gc?.()
    peak = Math.max(peak, memoryNow())
    measuringMs += millisecondsNow() - started
  }
  function* watched() {
    for (const piece of piecesOf(file)) {
      measurePeak()
      yield piece
    }
  }
  const started = millisecondsNow()
  const outcome = await outcomeOf(watched())
  const readMs = millisecondsNow() - started - measuringMs
  measurePeak()
  const grownMegabytes = (peak - before) / megabyte
  const maxRssMegabytes = peakMegabytes()
  // What else runs on a core changes its speed between the scan and the read.
  const scanMs = Math.max(scanMsBefore, measureScan(file))
  console.log(JSON.stringify({ name: file.name, outcome, readMs, scanMs, grownMegabytes, maxRssMegabytes }))
}
