import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import classes from './StatusLabel.module.css'

export type StatusTone = 'working' | 'waiting' | 'ready' | 'partial' | 'failed' | 'quiet'

const icons: Record<StatusTone, IconName | undefined> = {
  working: 'working',
  waiting: 'waiting',
  ready: 'check',
  partial: 'check',
  failed: 'failed',
  quiet: undefined,
}

/** A status as icon and text; color is never the only signal. */
export function StatusLabel({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  const icon = icons[tone]
  return (
    <span className={classes.status} data-tone={tone}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </span>
  )
}
