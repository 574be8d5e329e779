/** Samples every n-th row of a stream of unknown length, doubling n whenever the sample is full. */

export type RowSampler = {
  add(cells: readonly string[]): void
  rows(): readonly (readonly string[])[]
}

/** Limits memory per cell: the beginning of a cell is enough to type its column. */
const maxCellChars = 1000
/** Limits memory for tables with thousands of columns. */
const maxSampleChars = 16 * 1024 * 1024

export function createRowSampler(maxRows = 2000): RowSampler {
  let kept: { cells: string[]; chars: number }[] = []
  let chars = 0
  let stride = 1
  let seen = 0
  return {
    add(cells) {
      const index = seen++
      if (index % stride !== 0) return
      if (kept.length > 1 && (kept.length === maxRows || chars > maxSampleChars)) {
        kept = kept.filter((_, place) => place % 2 === 0)
        chars = kept.reduce((sum, row) => sum + row.chars, 0)
        stride *= 2
        if (index % stride !== 0) return
      }
      const copies = cells.map(ownCopy)
      const row = { cells: copies, chars: copies.reduce((sum, cell) => sum + cell.length, 0) }
      kept.push(row)
      chars += row.chars
    },
    rows: () => kept.map((row) => row.cells),
  }
}

/** In V8, a slice of 13 or more characters references its source string; a copy lets the whole chunk be freed. */
function ownCopy(cell: string): string {
  return cell.length < 13 ? cell : ` ${cell.slice(0, maxCellChars)}`.slice(1)
}
