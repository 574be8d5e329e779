/** Stores the files and texts of a REFI-QDA project as objects. Each commits, so that a restarted job goes on after it. */
import { QdpxRefused } from '@inlet/refi-qda'
import { listBundleFiles } from '../../bundles/bundles.public.ts'
import type { BundleImport } from '../bundle-import.ts'
import { storeObject } from '../store-objects.ts'

export const contentRoles = ['original', 'transcript'] as const

export interface QdpxContent {
  number: number
  path: string
  role: (typeof contentRoles)[number]
  measure: () => Promise<number>
  open: () => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>
}

const filesAtOnce = 500

export async function storeContents(
  run: BundleImport & { onFraction: (fraction: number) => void },
  contents: readonly QdpxContent[],
): Promise<void> {
  const { deps, bundle } = run
  const byNumber = new Map(contents.map((content) => [content.number, content]))
  const lastNumber = contents.at(-1)?.number ?? 1
  for (let after = 0; ; ) {
    const page = { after, roles: contentRoles, limit: filesAtOnce }
    const files = await listBundleFiles(deps.db, bundle.id, page)
    for (const file of files) {
      const content = byNumber.get(file.number)
      if (!content) throw new Error('The plan of an import has changed.')
      if (file.objectKey === null) await storeObject(run, file, readContent(content))
      run.onFraction(file.number / lastNumber)
    }
    const last = files.at(-1)
    if (!last || files.length < filesAtOnce) return
    after = last.number
  }
}

/** What cannot be unpacked is a fault of the archive, not of the store. */
async function* readContent({ path, open }: QdpxContent): AsyncGenerator<Uint8Array> {
  try {
    yield* await open()
  } catch (error) {
    if (error instanceof QdpxRefused) throw error
    throw new QdpxRefused('not_a_zip', `A source (${path}) is damaged.`, { cause: error })
  }
}
