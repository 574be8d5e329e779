import { useEffect, useState } from 'react'

/** The text once it has not changed for a moment: what is asked for is what somebody meant to type. */
export function useSettledText(text: string, ms = 150): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return settled
}
