/**
 * Reads hostile files in a process of its own, where nothing else takes memory, and prints a line of figures for each.
 * Memory is looked at whenever the reader asks for more.
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

/** From Linux itself: the peak that Node reports starts with the size of the process that started this one. */
function peakMegabytes(): number {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

/** Of the processor: on a busy machine the clock also tells how long others were served. */
function millisecondsNow(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** What any reader has to do at least: look at every byte once. */
function timeOfScan(file: HostileFile): number {
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
    for await (const batch of survey.responses) if (batch.length === 0) throw new Error('an empty batch')
    return { code: 'read' }
  } catch (error) {
    if (!(error instanceof SurveyCsvError)) throw error
    const { code, row, column } = error
    return { code, row, column }
  }
}

for (const file of hostileFiles) {
  const scanMs = timeOfScan(file)
  globalThis.gc?.()
  const before = memoryNow()
  let peak = before
  function* watched() {
    for (const piece of piecesOf(file)) {
      peak = Math.max(peak, memoryNow())
      yield piece
    }
  }
  const started = millisecondsNow()
  const outcome = await outcomeOf(watched())
  const readMs = millisecondsNow() - started
  const grownMegabytes = (Math.max(peak, memoryNow()) - before) / megabyte
  const maxRssMegabytes = peakMegabytes()
  console.log(JSON.stringify({ name: file.name, outcome, readMs, scanMs, grownMegabytes, maxRssMegabytes }))
}
