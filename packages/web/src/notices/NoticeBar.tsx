import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isInletError } from '../api/api-error.ts'
import { announce } from '../changes/announce.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useShortcut } from '../ui/shortcuts/use-shortcut.ts'
import { TextButton } from '../ui/TextButton.tsx'
import classes from './NoticeBar.module.css'
import { currentNotice, type Notice, showNotice } from './notice-store.ts'

const shownMs = 20_000

/** Disappears after a while, but not while the pointer or the focus is on it. */
export function NoticeBar({ notice }: { notice: Notice }) {
  const { text, isProblem = false, undo, link } = notice
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isHeld = isPointedAt || isFocused
  const [isUndoing, setUndoing] = useState(false)
  useEffect(() => announce(text), [text])
  useEffect(() => {
    if (isHeld || isUndoing) return undefined
    const timer = setTimeout(() => currentNotice() === notice && showNotice(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [isHeld, isUndoing, notice])

  const run = async () => {
    if (!undo || isUndoing) return
    setUndoing(true)
    try {
      showNotice(await undo())
    } catch (error) {
      showNotice({ text: isInletError(error) ? error.message : 'This could not be undone.', isProblem: true })
    } finally {
      setUndoing(false)
    }
  }
  useShortcut({ keys: 'mod+z', label: 'Undo', group: 'General' }, () => void run(), undo !== undefined)

  return (
    <section
      aria-label="Notice"
      className={classes.notice}
      data-problem={isProblem || undefined}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon name={isProblem ? 'failed' : 'check'} />
      <p className={classes.text}>{text}</p>
      {undo && (
        <TextButton disabled={isUndoing} onClick={() => void run()}>
          {isUndoing ? 'Undoing…' : 'Undo'}
        </TextButton>
      )}
      {link && (
        <Link to={link.to} className={classes.link} onClick={() => showNotice(undefined)}>
          {link.text}
        </Link>
      )}
      <IconButton icon="close" label="Close notice" onClick={() => showNotice(undefined)} />
    </section>
  )
}
