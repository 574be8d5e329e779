/** Keeps the current line in view until the user scrolls, selects text or jumps to a match. */
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

  const scrollToLine = useCallback(
    (element: HTMLElement) => {
      const frame = scroller.current
      if (!frame) return
      const place = () => {
        const { top, height } = frame.getBoundingClientRect()
        const at = element.getBoundingClientRect().top - top
        if (at > height * 0.12 && at < height * 0.6) return
        frame.scrollTop += at - height * 0.28
      }
      // Lines not rendered before have an estimated height, so place the line again in the next frame.
      place()
      requestAnimationFrame(place)
    },
    [scroller],
  )

  const onLine = useCallback(
    (element: HTMLElement) => {
      line.current = element
      if (following.current) scrollToLine(element)
    },
    [scrollToLine],
  )
  const resume = useCallback(() => {
    set(true)
    if (line.current) scrollToLine(line.current)
  }, [set, scrollToLine])

  useEffect(() => {
    const frame = scroller.current
    if (!frame) return undefined
    const controller = new AbortController()
    const { signal } = controller
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
    return () => controller.abort()
  }, [scroller, stop])
  return { isFollowing, stop, resume, onLine, scrollToLine }
}
