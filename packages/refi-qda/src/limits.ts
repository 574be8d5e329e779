/** What an archive may have. Larger ones are refused before they cost memory. */
export interface QdpxLimits {
  /** Entries of the archive. */
  entries: number
  /** Bytes of the names, comments and extra fields of all entries. */
  directoryBytes: number
  /** Bytes of `project.qde`. */
  projectBytes: number
  /** Bytes of one plain text. */
  textBytes: number
  /** Bytes of all plain texts that are read to place codings. */
  allTextBytes: number
  /** Bytes of one file of a source, after decompression. The standard allows no more. */
  fileBytes: number
  /** Bytes of all entries, after decompression. */
  allBytes: number
  /** How much larger an entry of more than a megabyte may become by decompression. */
  ratio: number
  /** Nested elements. */
  depth: number
  /** Elements of `project.qde`. */
  elements: number
  /** Attributes of one element. */
  attributes: number
}

const mb = 1024 ** 2

export const defaultLimits: QdpxLimits = {
  entries: 100_000,
  directoryBytes: 32 * mb,
  projectBytes: 256 * mb,
  textBytes: 32 * mb,
  allTextBytes: 512 * mb,
  fileBytes: 2_147_483_647,
  allBytes: 50_000 * mb,
  ratio: 200,
  depth: 100,
  elements: 5_000_000,
  attributes: 100,
}

export type RefusalCode =
  | 'not_a_zip'
  | 'encrypted'
  | 'unsafe_path'
  | 'too_large'
  | 'no_project'
  | 'several_projects'
  | 'invalid_xml'
  | 'not_refi_qda'
  | 'sources_missing'

/** An archive that cannot be read. The message says why, for the person who sent it. */
export class QdpxRefused extends Error {
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'QdpxRefused'
    this.code = code
  }
}
