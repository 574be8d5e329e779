import { type ReactNode, useRef } from 'react'
import { PlainButton } from '../ui/PlainButton.tsx'

/** A button that asks for files. */
export function FilePicker(props: {
  accept: string
  isSingle?: boolean
  onPick: (files: File[]) => void
  children: ReactNode
}) {
  const { accept, isSingle = false, onPick, children } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <PlainButton onClick={() => input.current?.click()}>{children}</PlainButton>
      <input
        ref={input}
        type="file"
        hidden
        multiple={!isSingle}
        accept={accept}
        onChange={(event) => {
          onPick([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
