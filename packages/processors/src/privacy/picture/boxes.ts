/** Rectangles in a picture, in fractions of its width and height. */

export type Box = { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number }
export type Detection = Box & { readonly score: number }

export function areaOf({ x0, y0, x1, y1 }: Box): number {
  return Math.max(0, x1 - x0) * Math.max(0, y1 - y0)
}

export function overlapOf(a: Box, b: Box): number {
  const width = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)
  const height = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)
  return width > 0 && height > 0 ? width * height : 0
}

/** Intersection over union. */
export function likeness(a: Box, b: Box): number {
  const shared = overlapOf(a, b)
  return shared === 0 ? 0 : shared / (areaOf(a) + areaOf(b) - shared)
}

export function unite(a: Box, b: Box): Box {
  return {
    x0: Math.min(a.x0, b.x0),
    y0: Math.min(a.y0, b.y0),
    x1: Math.max(a.x1, b.x1),
    y1: Math.max(a.y1, b.y1),
  }
}

/** Expanded by a fraction of its size on every side, clipped to the picture. */
export function pad({ x0, y0, x1, y1 }: Box, part: number): Box {
  const dx = (x1 - x0) * part
  const dy = (y1 - y0) * part
  return {
    x0: Math.max(0, x0 - dx),
    y0: Math.max(0, y0 - dy),
    x1: Math.min(1, x1 + dx),
    y1: Math.min(1, y1 + dy),
  }
}

/** Linear interpolation between two boxes. */
export function between(a: Box, b: Box, part: number): Box {
  const mix = (from: number, to: number) => from + (to - from) * part
  return { x0: mix(a.x0, b.x0), y0: mix(a.y0, b.y0), x1: mix(a.x1, b.x1), y1: mix(a.y1, b.y1) }
}

/** Non-maximum suppression: keeps the highest-scoring box of each group that overlaps. */
export function dropDoubles(found: readonly Detection[], mostLikeness: number): Detection[] {
  const kept: Detection[] = []
  for (const box of [...found].sort((a, b) => b.score - a.score)) {
    if (kept.every((other) => likeness(box, other) <= mostLikeness)) kept.push(box)
  }
  return kept
}
