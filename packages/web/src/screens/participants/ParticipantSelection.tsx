import type { Participant } from '@inlet/contract/workspace'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import classes from '../../manage/SelectionBar.module.css'
import { focusHeading } from '../../ui/focus-heading.ts'
import { formatCount } from '../../ui/format/count.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useShortcut } from '../../ui/shortcuts/use-shortcut.ts'

const MergeDialog = lazyComponent(() => import('./MergeDialog.tsx'), 'MergeDialog')

/** What can be done with the selected participants. */
export function ParticipantSelection(props: { people: readonly Participant[]; onClear: () => void }) {
  const { people, onClear } = props
  const [isMerging, setMerging] = useState(false)
  useShortcut({ keys: 'shift+m', label: 'Merge selected', group: 'Select' }, () => setMerging(true))
  const onMerged = () => {
    onClear()
    focusHeading()
  }
  return (
    <section className={classes.bar} aria-label="Selection" data-selection-bar="">
      <span className={classes.count} role="status">
        {formatCount(people.length)} selected
      </span>
      <Button variant="default" onClick={() => setMerging(true)}>
        Merge
      </Button>
      <IconButton icon="close" label="Clear selection" onClick={onClear} />
      <Suspense>
        {isMerging && (
          <MergeDialog
            ids={people.map(({ id }) => id)}
            onMerged={onMerged}
            onClose={() => setMerging(false)}
          />
        )}
      </Suspense>
    </section>
  )
}
