import type { CSSProperties, MouseEvent } from 'react'
import classes from './BarList.module.css'
import { BarTrack } from './BarTrack.tsx'
import { formatCount } from './format/count.ts'
import { formatPercent } from './format/percent.ts'
import { ToggleButton } from './ToggleButton.tsx'

export interface BarItem {
  id: string
  label: string
  count: number
  /** Share without filters, shown as a thin line behind the bar. */
  unfilteredShare?: number
  isPressed?: boolean
}

export function Bar(props: {
  item: BarItem
  base: number
  onToggle?: (id: string, isAdding: boolean) => void
}) {
  const { item, base, onToggle } = props
  const share = base > 0 ? item.count / base : 0
  const inner = (
    <>
      <span className={classes.label} dir="auto">
        {item.label}
      </span>
      <BarTrack share={share}>
        {item.unfilteredShare !== undefined && (
          <span className={classes.ghost} style={{ '--ghost': item.unfilteredShare } as CSSProperties} />
        )}
      </BarTrack>
      <span className={classes.number}>
        {formatPercent(item.count, base)} <span className={classes.count}>{formatCount(item.count)}</span>
      </span>
    </>
  )
  if (!onToggle) return <div className={classes.bar}>{inner}</div>
  return (
    <ToggleButton
      className={classes.bar}
      isPressed={item.isPressed ?? false}
      onClick={(event: MouseEvent) => onToggle(item.id, event.shiftKey)}
    >
      {inner}
    </ToggleButton>
  )
}
