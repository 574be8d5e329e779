import { useEffect, useRef, useState } from 'react'

/** True once the element was near the window; what is far below need not be read yet. */
export function useSeen<T extends Element>() {
  const ref = useRef<T>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (isSeen || !element) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setSeen(true)
      },
      { rootMargin: '400px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isSeen])
  return [ref, isSeen] as const
}
