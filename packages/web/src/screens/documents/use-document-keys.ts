import type { PageWords } from '../../ui/format/page-words.ts'
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'

const group = 'Document'

export function useDocumentKeys(run: {
  words: PageWords
  goBy: (by: 1 | -1) => void
  focusPage: () => void
  focusFind: () => void
  zoomBy: (by: 1 | -1) => void
  fit: () => void
  toggleThumbnails: () => void
  stepMatch: (by: 1 | -1) => void
}): void {
  useShortcut({ keys: 'ArrowRight', label: `Next ${run.words.one}`, group }, () => run.goBy(1))
  useShortcut({ keys: 'ArrowLeft', label: `Previous ${run.words.one}`, group }, () => run.goBy(-1))
  // Not g, which begins the keys that go to other pages.
  useShortcut({ keys: 'shift+g', label: `Go to ${run.words.one}`, group }, run.focusPage)
  useShortcut({ keys: '/', label: 'Find', group }, run.focusFind)
  useShortcut({ keys: 'n', label: 'Next match', group }, () => run.stepMatch(1))
  useShortcut({ keys: 'shift+n', label: 'Previous match', group }, () => run.stepMatch(-1))
  useShortcut({ keys: '+', label: 'Zoom in', group }, () => run.zoomBy(1))
  useShortcut({ keys: '-', label: 'Zoom out', group }, () => run.zoomBy(-1))
  useShortcut({ keys: '0', label: 'Fit width', group }, run.fit)
  useShortcut({ keys: 't', label: 'Thumbnails', group }, run.toggleThumbnails)
}
