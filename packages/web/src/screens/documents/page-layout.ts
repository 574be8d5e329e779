/** The layout of a column of pages whose sizes become known one by one. */
export interface PageSize {
  width: number
  height: number
}

export type Zoom = 'fit' | number

/** CSS pixels per PDF point: 96 and 72 to the inch. */
export const actualSize = 96 / 72
export const pageGap = 16
const maxFitWidth = 900

export interface PageBox {
  number: number
  top: number
  width: number
  height: number
}

export interface PageLayout {
  boxes: readonly PageBox[]
  height: number
  width: number
}

/** `sizes` holds the known sizes; other pages are assumed to be like the first. */
export function layOutPages(input: {
  count: number
  first: PageSize
  sizes: ReadonlyMap<number, PageSize>
  zoom: Zoom
  room: number
}): PageLayout {
  const { count, first, sizes, zoom, room } = input
  const boxes: PageBox[] = []
  let top = pageGap
  let widest = 0
  for (let number = 1; number <= count; number += 1) {
    const size = sizes.get(number) ?? first
    const width = Math.floor(widthOf(size, zoom, room))
    const height = Math.floor((width * size.height) / size.width)
    boxes.push({ number, top, width, height })
    widest = Math.max(widest, width)
    top += height + pageGap
  }
  return { boxes, height: top, width: widest }
}

export const widthOf = ({ width }: PageSize, zoom: Zoom, room: number): number =>
  Math.max(1, zoom === 'fit' ? Math.min(room, maxFitWidth) : width * actualSize * zoom)

/** The current page: the one at the upper third of the viewport. */
export function pageAt({ boxes, height }: PageLayout, top: number, seen: number): number {
  if (top > 0 && top + seen >= height - 1) return boxes.length
  const line = top + seen / 3
  let low = 0
  let high = boxes.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((boxes[middle]?.top ?? 0) <= line) low = middle
    else high = middle - 1
  }
  return boxes[low]?.number ?? 1
}

const steps = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4]

export function nextZoom(now: number, by: 1 | -1): number {
  const bigger = steps.find((step) => step > now + 0.01) ?? steps.at(-1) ?? 1
  const smaller = steps.findLast((step) => step < now - 0.01) ?? steps[0] ?? 1
  return by === 1 ? bigger : smaller
}
