import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'

const group = 'Document'

export function useDocumentKeys(run: {
  goBy: (by: 1 | -1) => void
  focusPage: () => void
  focusFind: () => void
  zoomBy: (by: 1 | -1) => void
  fit: () => void
  toggleThumbs: () => void
  walk: (by: 1 | -1) => void
}): void {
  useShortcut({ keys: 'ArrowRight', label: 'Next page', group }, () => run.goBy(1))
  useShortcut({ keys: 'ArrowLeft', label: 'Page before', group }, () => run.goBy(-1))
  useShortcut({ keys: 'g', label: 'Go to a page', group }, run.focusPage)
  useShortcut({ keys: '/', label: 'Find', group }, run.focusFind)
  useShortcut({ keys: 'n', label: 'Next found page', group }, () => run.walk(1))
  useShortcut({ keys: 'shift+n', label: 'Found page before', group }, () => run.walk(-1))
  useShortcut({ keys: '+', label: 'Larger', group }, () => run.zoomBy(1))
  useShortcut({ keys: '-', label: 'Smaller', group }, () => run.zoomBy(-1))
  useShortcut({ keys: '0', label: 'Fit to the reading width', group }, run.fit)
  useShortcut({ keys: 't', label: 'Small pages', group }, run.toggleThumbs)
}
