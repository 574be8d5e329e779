import { useEffect, useState } from 'react'
import { onAnnouncement } from '../../changes/announce.ts'

export function Announcer() {
  const [text, setText] = useState('')
  useEffect(() => onAnnouncement(setText), [])
  return (
    <div role="status" aria-live="polite" className="visually-hidden">
      {text}
    </div>
  )
}
