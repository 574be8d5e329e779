import { useEffect, useState } from 'react'
import { focusHeading } from './focus-heading.ts'

/**
 * Dialogs are unmounted instead of closed, which Mantine's focus return does not detect. Focus that has already
 * moved elsewhere, such as to the heading of another page, is left alone.
 */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement !== document.body || !(opener instanceof HTMLElement)) return
      if (opener.isConnected) opener.focus()
      else focusHeading()
    },
    [opener],
  )
}
