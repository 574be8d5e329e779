import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDebounced } from './use-debounced.ts'

/**
 * Text of a field that is kept in the URL. Input is debounced into the URL, and the field follows when the URL
 * changes, for example on Back.
 */
export function useUrlText(
  kept: string,
  keep: (text: string) => void,
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(kept)
  const settled = useDebounced(text)
  const sent = useRef(kept)
  const send = useEffectEvent(keep)
  useEffect(() => {
    if (kept === sent.current) return
    sent.current = kept
    setText(kept)
  }, [kept])
  useEffect(() => {
    const wanted = settled.trim()
    // The debounced value is stale while the user types or right after the URL changed.
    if (wanted === sent.current || settled !== text) return
    sent.current = wanted
    send(wanted)
  }, [settled, text])
  return [text, setText]
}
