import { Button } from '@mantine/core'
import { useRef } from 'react'

/** Asks for one file. What becomes of it is shown in the tray of uploads. */
export function PickFile(props: {
  label: string
  /** For readers, who hear many of these. */
  about: string
  accept?: string
  onPick: (file: File) => void
}) {
  const { label, about, accept, onPick } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="default" onClick={() => input.current?.click()} aria-label={`${label}: ${about}`}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={`File for ${about}`}
        {...(accept ? { accept } : {})}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file) onPick(file)
        }}
      />
    </>
  )
}
