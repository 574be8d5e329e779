/** What the rules look at, and how they report. */
import type { XmlNode } from '../read/xml-tree.ts'

export interface PackedFile {
  bytes: Buffer
  method: number
  isEncrypted: boolean
}

/** A rule that an archive breaks, and where. */
export interface Problem {
  rule: string
  where: string
}

export type Report = (rule: string, where: string) => void

export interface CheckedProject {
  root: XmlNode
  /** All elements, in their order. */
  elements: XmlNode[]
  files: ReadonlyMap<string, PackedFile>
}
