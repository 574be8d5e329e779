import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'
import { Icon } from './Icon.tsx'

const copiedMs = 2000

/** Shows "Copied" on the button itself. */
export function CopyButton({ label, textOf }: { label: string; textOf: () => string }) {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => setDone(false), copiedMs)
    return () => clearTimeout(timer)
  }, [isDone])
  return (
    <Button
      variant="default"
      leftSection={<Icon name={isDone ? 'check' : 'copy'} />}
      onClick={() => void copyText(textOf()).then(() => setDone(true))}
    >
      <span aria-live="polite">{isDone ? 'Copied' : label}</span>
    </Button>
  )
}
