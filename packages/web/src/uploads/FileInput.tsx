import type { RefObject } from 'react'

/** A hidden file input, opened by a button through its ref. The same file can be picked again. */
export function FileInput(props: {
  ref: RefObject<HTMLInputElement | null>
  label?: string
  accept?: string | undefined
  isSingle?: boolean
  /** Picks a folder with everything in it. */
  isFolder?: boolean
  onPick: (files: File[]) => void
}) {
  const { ref, label, accept, isSingle = false, isFolder = false, onPick } = props
  return (
    <input
      ref={ref}
      type="file"
      hidden
      tabIndex={-1}
      multiple={!isSingle}
      {...(isFolder ? { webkitdirectory: '' } : {})}
      {...(accept ? { accept } : {})}
      {...(label ? { 'aria-label': label } : {})}
      onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])]
        event.currentTarget.value = ''
        onPick(files)
      }}
    />
  )
}
