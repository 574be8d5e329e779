import { Button } from '@mantine/core'
import { countOf } from '../../../ui/format/count.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import classes from './LineSelectionBar.module.css'

export function LineSelectionBar(props: { count: number; onName: () => void; onClear: () => void }) {
  const { count, onName, onClear } = props
  return (
    <section className={classes.bar} aria-label="Selection">
      <span className={classes.count} role="status">
        {countOf(count, 'line')} selected
      </span>
      <Button variant="default" onClick={onName}>
        Name speaker
      </Button>
      <IconButton icon="close" label="Clear selection" onClick={onClear} />
    </section>
  )
}
