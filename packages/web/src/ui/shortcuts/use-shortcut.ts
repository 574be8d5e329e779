import { useEffect, useEffectEvent } from 'react'
import { addShortcut, type Shortcut } from './shortcut-store.ts'

/** Registers a shortcut while the component is mounted. */
export function useShortcut(about: Omit<Shortcut, 'run'>, run: () => void, isOn = true): void {
  const { keys, label, group } = about
  const handler = useEffectEvent(run)
  useEffect(() => {
    if (!isOn) return undefined
    return addShortcut({ keys, label, group, run: () => handler() })
  }, [keys, label, group, isOn])
}
