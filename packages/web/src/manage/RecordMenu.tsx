import { MoreMenu } from '../ui/MoreMenu.tsx'
import type { ManagedItem } from './manage-items.ts'
import { useRecordActions } from './use-record-actions.tsx'

/** For pages whose menu has no other items. */
export function RecordMenu({ item }: { item: ManagedItem }) {
  const actions = useRecordActions(item)
  if (!actions) return null
  return (
    <>
      <MoreMenu>{actions.menuItems}</MoreMenu>
      {actions.dialogs}
    </>
  )
}
