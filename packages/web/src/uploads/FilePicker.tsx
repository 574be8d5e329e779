import { type ReactNode, useRef } from 'react'
import { PlainButton } from '../ui/PlainButton.tsx'
import { FileInput } from './FileInput.tsx'

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
      <FileInput ref={input} accept={accept} isSingle={isSingle} onPick={onPick} />
    </>
  )
}
