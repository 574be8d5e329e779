import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSettledText } from './use-settled-text.ts'

/**
 * The text of a field that is kept in the address. What is typed goes there once it has settled; when the address
 * changes by itself, as by going back, the field follows.
 */
export function useAddressText(
  kept: string,
  keep: (text: string) => void,
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(kept)
  const settled = useSettledText(text)
  const sent = useRef(kept)
  const send = useEffectEvent(keep)
  useEffect(() => {
    if (kept === sent.current) return
    sent.current = kept
    setText(kept)
  }, [kept])
  useEffect(() => {
    const wanted = settled.trim()
    // While somebody types on, or the address has just changed, what has settled is of yesterday.
    if (wanted === sent.current || settled !== text) return
    sent.current = wanted
    send(wanted)
  }, [settled, text])
  return [text, setText]
}
