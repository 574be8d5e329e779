/** `j` and `k` move between the rows of the list on the page. Enter opens the focused row. */
import { useShortcut } from './shortcuts/use-shortcut.ts'

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-rows] [data-row-link]')]

function step(by: 1 | -1): void {
  const all = rows()
  const { activeElement } = document
  const place = activeElement instanceof HTMLElement ? all.indexOf(activeElement) : -1
  all[Math.min(Math.max(place + by, 0), all.length - 1)]?.focus()
}

function open(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && rows().includes(activeElement)) activeElement.click()
}

export function useRowKeys(group: string): void {
  useShortcut({ keys: 'j', label: 'Next row', group }, () => step(1))
  useShortcut({ keys: 'k', label: 'Previous row', group }, () => step(-1))
  useShortcut({ keys: 'o', label: 'Open row', group }, open)
}
