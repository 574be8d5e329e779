/** Keeps the heard line in sight until somebody scrolls, selects or finds something themselves. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

const scrollKeys = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown'])

export function useFollow(scroller: RefObject<HTMLElement | null>) {
  const [isFollowing, setFollowing] = useState(true)
  const following = useRef(true)
  const line = useRef<HTMLElement>(null)

  const set = useCallback((is: boolean) => {
    following.current = is
    setFollowing(is)
  }, [])
  const stop = useCallback(() => {
    if (following.current) set(false)
  }, [set])

  const bring = useCallback(
    (element: HTMLElement) => {
      const frame = scroller.current
      if (!frame) return
      const place = () => {
        const { top, height } = frame.getBoundingClientRect()
        const at = element.getBoundingClientRect().top - top
        if (at > height * 0.12 && at < height * 0.6) return
        frame.scrollTop += at - height * 0.28
      }
      // Lines that were never seen have a guessed height: the second look is the true one.
      place()
      requestAnimationFrame(place)
    },
    [scroller],
  )

  const onLine = useCallback(
    (element: HTMLElement) => {
      line.current = element
      if (following.current) bring(element)
    },
    [bring],
  )
  const jump = useCallback(() => {
    set(true)
    if (line.current) bring(line.current)
  }, [set, bring])

  useEffect(() => {
    const frame = scroller.current
    if (!frame) return undefined
    const ends = new AbortController()
    const { signal } = ends
    frame.addEventListener('wheel', stop, { signal, passive: true })
    frame.addEventListener('touchmove', stop, { signal, passive: true })
    frame.addEventListener('pointerdown', (event) => event.target === frame && stop(), { signal })
    frame.addEventListener('keydown', ({ key }) => scrollKeys.has(key) && stop(), { signal })
    document.addEventListener(
      'selectionchange',
      () => {
        const selection = document.getSelection()
        if (selection && !selection.isCollapsed && frame.contains(selection.anchorNode)) stop()
      },
      { signal },
    )
    return () => ends.abort()
  }, [scroller, stop])
  return { isFollowing, stop, jump, onLine, bring }
}
