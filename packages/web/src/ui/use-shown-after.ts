import { useEffect, useState } from 'react'

/** False until it has been wanted for a while: what loads at once shows no trace of loading. */
export function useShownAfter(ms: number): boolean {
  const [isShown, show] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => show(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isShown
}
