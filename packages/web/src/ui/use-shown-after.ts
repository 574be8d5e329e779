import { useEffect, useState } from 'react'

/** False until the delay has passed, so that fast loads show no placeholder. */
export function useShownAfter(ms: number): boolean {
  const [isShown, show] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => show(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isShown
}
