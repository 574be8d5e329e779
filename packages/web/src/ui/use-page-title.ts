import { type RefObject, useEffect, useRef } from 'react'

let hasShownOne = false

/**
 * Names the window. The heading it gives back takes the focus when a page replaces another, so that readers hear
 * where they are; not on the first page, which the browser announces.
 */
export function usePageTitle(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Inlet`
  }, [title])
  useEffect(() => {
    if (hasShownOne) heading.current?.focus({ preventScroll: true })
    hasShownOne = true
  }, [])
  return heading
}
