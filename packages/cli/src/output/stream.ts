/** The part of a Node stream that the output needs. */
export interface Stream {
  write(text: string): unknown
  isTTY?: boolean | undefined
  columns?: number | undefined
  on?(event: 'resize', listener: () => void): unknown
  off?(event: 'resize', listener: () => void): unknown
}
