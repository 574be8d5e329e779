/** Frame sizes. */

export type Size = { readonly width: number; readonly height: number }

const longSidePx = 1920
const shortSidePx = 1080
/** Pixels of the recording per pixel of the mask; a face is many times larger. */
const coverPx = 8

/** Within 1080p, with square pixels and even dimensions, as for every rendition. */
export function fittedSize(shown: Size): Size {
  const long = Math.max(shown.width, shown.height)
  const short = Math.min(shown.width, shown.height)
  const factor = Math.min(1, longSidePx / long, shortSidePx / short)
  const even = (side: number) => Math.max(2, 2 * Math.trunc((side * factor) / 2))
  return { width: even(shown.width), height: even(shown.height) }
}

/** Scaled down to fit into a square. */
export function sizeWithin(shown: Size, sidePx: number): Size {
  const factor = sidePx / Math.max(shown.width, shown.height)
  const scaled = (side: number) => Math.max(2, Math.round(side * factor))
  return { width: scaled(shown.width), height: scaled(shown.height) }
}

export function coverSize({ width, height }: Size): Size {
  return { width: Math.ceil(width / coverPx), height: Math.ceil(height / coverPx) }
}

/** The display size from the header of a YUV4MPEG stream: "YUV4MPEG2 W640 H360 F25:1 Ip A1:1". */
export function readShownSize(head: string): Size | null {
  const width = Number(/ W(\d+)/.exec(head)?.[1])
  const height = Number(/ H(\d+)/.exec(head)?.[1])
  const [, across = '1', down = '1'] = / A(\d+):(\d+)/.exec(head) ?? []
  if (!(width > 0 && height > 0)) return null
  const aspect = Number(across) > 0 && Number(down) > 0 ? Number(across) / Number(down) : 1
  return { width: Math.round(width * aspect), height }
}
