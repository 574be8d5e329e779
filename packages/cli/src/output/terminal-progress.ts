/**
 * Progress bars on a terminal, redrawn at most ten times a second. No line may be wider than the terminal: a wrapped
 * line takes two rows, and moving up by lines would then leave parts of the old output behind.
 */
import type { Colors } from './colors.ts'
import type { ProgressItem, ProgressState, ProgressView } from './progress.ts'
import type { Stream } from './stream.ts'
import { cutTo, padEnd, printable, widthOf } from './text.ts'

const pauseMs = 100
/** Times that are shown must go on while nothing else changes. */
const liveMs = 1000
/** With the lines for hidden items and the total: ten lines at most. */
const mostItems = 8
const usualColumns = 80
const barColumns = 20
const noteColumns = 28
/** Narrower terminals show only a name and a percentage. */
const narrow = 60

export function terminalProgress(stream: Stream, colors: Colors): ProgressView {
  /** Width of each drawn line, to compute how many rows they take after a resize. */
  let onScreen: number[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let drawAt = 0
  let latest: (() => ProgressState) | undefined

  const columns = () => Math.max(1, stream.columns ?? usualColumns)

  function wiped(): string {
    const rows = onScreen.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columns())), 0)
    onScreen = []
    return rows === 0 ? '' : `\u001b[${rows}A\r\u001b[J`
  }

  function draw(): void {
    clearTimeout(timer)
    timer = undefined
    if (!latest) return
    const lines = drawLines(latest(), columns() - 1, colors)
    const erased = wiped()
    onScreen = lines.map(({ width }) => width)
    stream.write(`${erased}${lines.map(({ text }) => `${text}\n`).join('')}`)
    later(liveMs)
  }

  /** At the latest after this time. */
  function later(ms: number): void {
    const at = performance.now() + ms
    if (timer !== undefined && at >= drawAt) return
    clearTimeout(timer)
    drawAt = at
    timer = setTimeout(draw, ms)
    // The timer must not keep a finished command alive.
    timer.unref?.()
  }
  const resized = () => later(pauseMs)

  stream.on?.('resize', resized)
  return {
    update(state) {
      latest = state
      later(pauseMs)
    },
    print(line) {
      stream.write(`${wiped()}${line}\n`)
      if (latest) draw()
    },
    close() {
      clearTimeout(timer)
      stream.off?.('resize', resized)
      latest = undefined
      stream.write(wiped())
    },
  }
}

interface Line {
  text: string
  width: number
}

export function drawLines({ items, total }: ProgressState, columns: number, colors: Colors): Line[] {
  const shown = items.slice(0, mostItems)
  const rest = items.length - shown.length
  const lines = shown.map((item) => drawItem(item, columns, colors))
  if (rest > 0) {
    const text = cutTo(`… and ${rest} more`, columns)
    lines.push({ text: colors.dim(text), width: widthOf(text) })
  }
  lines.push(drawItem(total, columns, { ...colors, dim: colors.bold }))
  return lines
}

function drawItem({ name, percent, note }: ProgressItem, columns: number, colors: Colors): Line {
  const figure = percent === undefined ? '    ' : `${Math.floor(percent)}%`.padStart(4)
  const label = printable(name)
  if (columns < narrow) {
    const text = `${cutTo(label, columns - 5)} ${figure}`.slice(-columns)
    return { text, width: widthOf(text) }
  }
  const filled = Math.round(((percent ?? 0) / 100) * barColumns)
  const bar = '█'.repeat(filled)
  const empty = '░'.repeat(barColumns - filled)
  const side = cutTo(note, noteColumns)
  const nameColumns = columns - barColumns - noteColumns - 8
  const shownName = padEnd(cutTo(label, nameColumns), nameColumns)
  const text = `${shownName} ${bar}${colors.dim(empty)} ${figure}  ${side}`
  return { text, width: nameColumns + 1 + barColumns + 1 + 4 + 2 + widthOf(side) }
}
