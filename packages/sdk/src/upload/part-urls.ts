/** The signed URLs of parts. Those that are missing, old or refused are requested again, many with one call. */
import type { SignedParts, UploadPart } from '../contract.ts'
import { UploadError } from '../errors.ts'
import { oldAfterMs } from './upload-file.ts'

export interface PartUrl {
  readonly url: string
  /** By `performance.now()`. */
  readonly issuedAt: number
}

export interface PartUrls {
  /** `unsent` are the parts that can be signed with the same call. */
  get(partNumber: number, unsent: Iterable<number>): Promise<PartUrl>
  /** Its URL was refused; so will be those that are as old. */
  drop(refused: PartUrl): void
}

export type SignPartUrls = (body: { part_numbers: number[] }) => Promise<SignedParts>

/** Per call, as the service allows. */
const mostParts = 1000

export const isOld = ({ issuedAt }: PartUrl): boolean => performance.now() - issuedAt > oldAfterMs

export function createPartUrls(sign: SignPartUrls, given: readonly UploadPart[] = []): PartUrls {
  const urls = new Map<number, PartUrl>()
  let signing: Promise<void> | undefined
  keep(given, performance.now())

  function keep(parts: readonly UploadPart[], issuedAt: number): void {
    for (const { part_number, upload_url: url } of parts) urls.set(part_number, { url, issuedAt })
  }

  function find(partNumber: number): PartUrl | undefined {
    const known = urls.get(partNumber)
    return known && !isOld(known) ? known : undefined
  }

  async function signMore(numbers: ReadonlySet<number>): Promise<void> {
    const missing = [...numbers].filter((number) => !find(number)).slice(0, mostParts)
    const issuedAt = performance.now()
    keep((await sign({ part_numbers: missing })).parts, issuedAt)
  }

  return {
    async get(partNumber, unsent) {
      for (;;) {
        const known = find(partNumber)
        if (known) return known
        if (signing) {
          await signing.catch(() => {})
          continue
        }
        signing = signMore(new Set([partNumber, ...unsent]))
        try {
          await signing
        } finally {
          signing = undefined
        }
        if (!urls.has(partNumber)) throw notSigned(partNumber)
      }
    },
    drop({ issuedAt }) {
      for (const [number, one] of urls) if (one.issuedAt <= issuedAt) urls.delete(number)
    },
  }
}

function notSigned(partNumber: number): UploadError {
  const message = `The service returned no URL for part ${partNumber}. Try again.`
  return new UploadError(message, { code: 'unexpected_answer', isTransient: true })
}
