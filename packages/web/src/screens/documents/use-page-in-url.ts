import { useEffect, useEffectEvent, useRef } from 'react'

const urlDelayMs = 300

/** Keeps the current page in the URL: written after scrolling stops, followed when the URL changes. */
export function usePageInUrl(input: {
  /** From the URL. */
  page: number
  current: number
  goTo: (page: number) => void
  setSearch: (change: { page: number }) => void
}): void {
  const { page, current, goTo, setSearch } = input
  const written = useRef(page)
  useEffect(() => {
    const timer = setTimeout(() => {
      if (written.current === current) return
      written.current = current
      setSearch({ page: current })
    }, urlDelayMs)
    return () => clearTimeout(timer)
  }, [current, setSearch])
  // `goTo` changes with the layout, which must not repeat a page that the URL still has from before.
  const follow = useEffectEvent((to: number) => {
    if (to === written.current) return
    written.current = to
    goTo(to)
  })
  useEffect(() => follow(page), [page])
}
