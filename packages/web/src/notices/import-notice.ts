/** What a notice says about imports that are ready or have failed. */
import type { Import } from '@inlet/contract/workspace'
import { openPath } from '../links/open-path.ts'
import { countOf } from '../ui/format/count.ts'
import { keyOfImport } from '../ui/format/import-labels.ts'
import type { Notice } from './notice-store.ts'

export type EndedImport = Pick<Import, 'kind' | 'key' | 'name' | 'media' | 'status' | 'failure'>

export function importNotice(ended: readonly EndedImport[]): Notice {
  const failed = ended.filter(({ status }) => status === 'failed')
  const [first] = failed.length > 0 ? failed : ended
  if (ended.length === 1 && first) return first.status === 'failed' ? failureOf(first) : readyOf(first)
  const ready = ended.length - failed.length
  if (failed.length === 0)
    return {
      text: `${countOf(ready, 'import')} are ready.`,
      link: { text: 'Show', to: '/imports?show=done' },
    }
  const failures = `${countOf(failed.length, 'import')} failed`
  return {
    text: ready === 0 ? `${failures}.` : `${failures}, ${ready} ${ready === 1 ? 'is' : 'are'} ready.`,
    isProblem: true,
    link: { text: 'Show', to: '/imports?show=needs_attention' },
  }
}

const readyOf = (item: EndedImport): Notice => ({
  text: `${item.name} is ready.`,
  link: { text: 'Open', to: openPath(item) },
})

const failureOf = (item: EndedImport): Notice => ({
  text: `${item.name} failed. ${item.failure?.message ?? ''}`.trim(),
  isProblem: true,
  link: { text: 'Show', to: `/imports?open=${encodeURIComponent(keyOfImport(item))}` },
})
