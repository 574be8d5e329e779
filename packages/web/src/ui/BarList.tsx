import { Bar, type BarItem } from './Bar.tsx'
import classes from './BarList.module.css'

/** Answers as bars on a common scale from 0 to 100 %. Each bar is a button that filters by its answer. */
export function BarList(props: {
  label: string
  items: readonly BarItem[]
  /** The base of the shares. */
  base: number
  onToggle?: (id: string, isAdding: boolean) => void
}) {
  const { label, items, base, onToggle } = props
  return (
    <ul aria-label={label} className={classes.list}>
      {items.map((item) => (
        <li key={item.id}>
          <Bar item={item} base={base} {...(onToggle ? { onToggle } : {})} />
        </li>
      ))}
    </ul>
  )
}
