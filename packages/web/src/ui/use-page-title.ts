import { type RefObject, useEffect, useRef } from 'react'

let hasShownOne = false

/**
 * Sets the document title. The returned heading ref takes the focus on navigation, so that screen readers announce
 * the page, except on the first page, which the browser announces.
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
