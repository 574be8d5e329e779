/** Copies inside the store, and proves that each is a copy of the pinned version. See docs/adr/0073. */
import { type CopyRequest, copyInOneCall, copyInParts } from './copy-commands.ts'
import { type CopyConditions, copyConditions } from './copy-conditions.ts'
import type { ReadObjects } from './read-objects.ts'
import type { RemoveObjects } from './remove-objects.ts'
import type { StoreContext } from './store-context.ts'
import { isStatus, isTimeout, isUnsupported } from './store-errors.ts'
import type { PinnedObject } from './stored-object.ts'

export interface CopyObjects {
  /** Copies inside the store. Null when the source is gone or no longer the pinned version. */
  copy(from: PinnedObject, toKey: string, contentType: string): Promise<PinnedObject | null>
  conditions: CopyConditions
}

type Way = 'inOneCall' | 'inParts'

/** A store that copies byte by byte needs parts above this size; one that shares the bytes copies any size at once. */
const slowCopyBytes = 64 * 1024 ** 2
const slowCopyMs = 3_600_000

export function copyObjects(
  context: StoreContext,
  { head, remove }: Pick<ReadObjects, 'head'> & Pick<RemoveObjects, 'remove'>,
): CopyObjects {
  const conditions = copyConditions(context, remove)
  let slowUntil = 0

  async function run(way: Way, request: CopyRequest): Promise<void> {
    if (way === 'inOneCall') return copyInOneCall(context, request)
    const isConditional = request.from.versionId !== undefined || (await conditions.inParts())
    return copyInParts(context, request, isConditional ? undefined : () => refuseReplaced(head, request.from))
  }

  async function runEither(request: CopyRequest): Promise<Way> {
    const { bytes } = request.from
    const isLarge = bytes > context.maxRequestBytes || (bytes > slowCopyBytes && Date.now() < slowUntil)
    const [first, second]: [Way, Way] = isLarge ? ['inParts', 'inOneCall'] : ['inOneCall', 'inParts']
    try {
      await run(first, request)
      return first
    } catch (error) {
      if (isTimeout(error) && first === 'inOneCall' && bytes > slowCopyBytes) {
        // Not to the same key: the store may still be copying to it.
        slowUntil = Date.now() + slowCopyMs
        context.notify('Copying a large object in one request took too long; copies in parts for an hour.')
      }
      if (!isUnsupported(error)) throw error
    }
    await run(second, request)
    return second
  }

  async function copy(from: PinnedObject, toKey: string, contentType: string): Promise<PinnedObject | null> {
    let way: Way
    try {
      way = await runEither({ from, toKey, contentType })
    } catch (error) {
      if (isStatus(error, 404, 412) || error instanceof SourceReplaced) return null
      // Reading a version needs a right of its own, without which the condition has to do.
      const { versionId, ...unversioned } = from
      if (isStatus(error, 403) && versionId !== undefined) return copy(unversioned, toKey, contentType)
      throw error
    }
    const made = await head(toKey)
    if (made?.bytes !== from.bytes) return null
    if (from.versionId !== undefined || made.etag === from.etag || way === 'inParts') return made
    if (await conditions.inOneCall()) return made
    context.notify(
      'The object store ignores the condition of a copy, and the copy has another ETag: it cannot be told from a copy of a replaced upload and is rejected.',
    )
    return null
  }

  return { conditions, copy }
}

class SourceReplaced extends Error {}

/** Where the store ignores the condition on parts, the source must still be the same after the last of them. */
async function refuseReplaced(head: ReadObjects['head'], from: PinnedObject): Promise<void> {
  const source = await head(from.key)
  if (source?.etag !== from.etag || source.bytes !== from.bytes) throw new SourceReplaced()
}
