import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import classes from './StatusWord.module.css'

export type StatusTone = 'working' | 'waiting' | 'ready' | 'partial' | 'failed' | 'quiet'

const icons: Record<StatusTone, IconName | undefined> = {
  working: 'working',
  waiting: 'waiting',
  ready: 'check',
  partial: 'check',
  failed: 'failed',
  quiet: undefined,
}

/** A state is an icon and a word; the colour only helps. */
export function StatusWord({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  const icon = icons[tone]
  return (
    <span className={classes.status} data-tone={tone}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </span>
  )
}
