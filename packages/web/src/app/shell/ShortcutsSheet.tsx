import { Switch } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import {
  areSingleKeysOn,
  listShortcuts,
  onShortcuts,
  switchSingleKeys,
} from '../../ui/shortcuts/shortcut-store.ts'
import classes from './ShortcutsSheet.module.css'

/** Lists the shortcuts that are active on the current page. */
export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const shortcuts = useSyncExternalStore(onShortcuts, listShortcuts)
  const isOn = useSyncExternalStore(onShortcuts, areSingleKeysOn)
  const groups = [...Map.groupBy(shortcuts, ({ group }) => group)].sort(
    ([one], [other]) => rank(other) - rank(one),
  )
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts" size={620}>
      <div className={classes.groups}>
        {groups.map(([group, list]) => (
          <section key={group}>
            <h3 className={classes.group}>{group}</h3>
            <dl className={classes.list}>
              {list.map(({ keys, label }) => (
                <div key={keys} className={classes.row}>
                  <dt>{label}</dt>
                  <dd>
                    {keys.split(' ').map((key) => (
                      <kbd key={key}>{key.replace('mod+k', '⌘K / Ctrl K')}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        mt="lg"
        label="Single-key shortcuts"
        description="Turn them off if you use speech input or press them by accident."
        checked={isOn}
        onChange={(event) => switchSingleKeys(event.currentTarget.checked)}
      />
    </Dialog>
  )
}

/** General shortcuts come before those of the page. */
const first = ['Go to', 'General']
const rank = (group: string) => first.indexOf(group)
