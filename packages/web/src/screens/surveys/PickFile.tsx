import { Button } from '@mantine/core'
import { useRef } from 'react'
import { FileInput } from '../../uploads/FileInput.tsx'

/** A button that picks one file. The upload tray shows its progress. */
export function PickFile(props: {
  label: string
  /** Distinguishes the buttons for screen readers. */
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
      <FileInput
        ref={input}
        label={`File for ${about}`}
        accept={accept}
        isSingle
        onPick={([file]) => file && onPick(file)}
      />
    </>
  )
}
