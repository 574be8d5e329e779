/** The active keyboard shortcuts, run by one listener and listed in the shortcuts dialog. */
import { createListeners } from '../create-listeners.ts'

export interface Shortcut {
  /** A key, or a sequence of two: `g p`. `mod+k` is ⌘K or Ctrl-K, `shift+n` a capital letter. */
  keys: string
  /** Label in the shortcuts dialog. */
  label: string
  group: string
  run: () => void
}

const sequenceMs = 1200
const storageKey = 'inlet.shortcuts'
const shortcuts = new Set<Shortcut>()
const listeners = createListeners()
let snapshot: readonly Shortcut[] = []
let pending: { key: string; at: number } | undefined

export function addShortcut(shortcut: Shortcut): () => void {
  shortcuts.add(shortcut)
  notify()
  return () => {
    shortcuts.delete(shortcut)
    notify()
  }
}

export const listShortcuts = () => snapshot

export const onShortcuts = listeners.add

/** Single-key shortcuts can be turned off, because speech input triggers them. */
export const areSingleKeysOn = () => localStorage.getItem(storageKey) !== 'off'

export function switchSingleKeys(isOn: boolean): void {
  localStorage.setItem(storageKey, isOn ? 'on' : 'off')
  notify()
}

export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  const pressed = nameOf(event)
  if (pressed === undefined) return
  const isModified = pressed.startsWith('mod+')
  // Fields keep their own undo.
  if (
    isModified
      ? pressed === 'mod+z' && isBusy(event.target, pressed)
      : !areSingleKeysOn() || isBusy(event.target, pressed)
  )
    return
  const now = event.timeStamp
  const before = pending && now - pending.at < sequenceMs ? pending.key : undefined
  const sequence = before === undefined ? undefined : find(`${before} ${pressed}`)
  const capital = event.shiftKey && /^\p{L}$/u.test(pressed) ? find(`shift+${pressed}`) : undefined
  const chosen = sequence ?? capital ?? find(pressed)
  pending = chosen || isModified ? undefined : { key: pressed, at: now }
  if (!chosen) return
  event.preventDefault()
  chosen.run()
}

function notify(): void {
  snapshot = [...shortcuts]
  listeners.notify()
}

/** The latest registration wins, because overlays register last. */
function find(keys: string): Shortcut | undefined {
  return snapshot.findLast((shortcut) => shortcut.keys === keys)
}

function nameOf(event: KeyboardEvent): string | undefined {
  if (event.altKey) return undefined
  const key = event.key === ' ' ? 'Space' : event.key.length === 1 ? event.key.toLowerCase() : event.key
  return event.metaKey || event.ctrlKey ? `mod+${key}` : key
}

/** Inputs, menus and dialogs keep their keys. */
function isBusy(target: EventTarget | null, pressed: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (pressed === 'Space' && target.closest('a, button, input, summary, [role="tab"]')) return true
  const isField = target.matches('input:not([type=checkbox]), textarea, select')
  if (target.isContentEditable || isField) return true
  return target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null
}
