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

/** Lists the keys that work on this very page. */
export function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const shortcuts = useSyncExternalStore(onShortcuts, listShortcuts)
  const isOn = useSyncExternalStore(onShortcuts, areSingleKeysOn)
  const groups = [...Map.groupBy(shortcuts, ({ group }) => group)].sort(
    ([one], [other]) => rank(other) - rank(one),
  )
  return (
    <Dialog onClose={onClose} title="Keyboard" size={620}>
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
        description="Switch them off when you dictate, or when they get in your way."
        checked={isOn}
        onChange={(event) => switchSingleKeys(event.currentTarget.checked)}
      />
    </Dialog>
  )
}

/** What works everywhere stands before what works on this page. */
const first = ['Go to', 'Everywhere']
const rank = (group: string) => first.indexOf(group)
