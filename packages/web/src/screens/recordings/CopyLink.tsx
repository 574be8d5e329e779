import { useEffect, useState } from 'react'
import { announce } from '../../changes/announce.ts'
import { copyText } from '../../ui/copy-text.ts'
import { mediaTime } from '../../ui/format/media-time.ts'
import { IconButton } from '../../ui/IconButton.tsx'

/** Copies a link to the current time. */
export function CopyLink({ timeOf }: { timeOf: () => number }) {
  const copy = () => {
    const address = new URL(location.href)
    const seconds = Math.floor(timeOf())
    if (seconds > 0) address.searchParams.set('t', String(seconds))
    else address.searchParams.delete('t')
    void copyText(address.href).then(() => announce(`Link to ${mediaTime(seconds)} copied.`))
    setDone(true)
  }
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => setDone(false), 2000)
    return () => clearTimeout(timer)
  }, [isDone])
  return (
    <IconButton
      icon={isDone ? 'check' : 'link'}
      label={isDone ? 'Copied' : 'Copy link at current time'}
      onClick={copy}
    />
  )
}
