import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconButton } from './IconButton.tsx'

/** The menu of a page's further actions, as `Menu.Item`s. */
export function MoreMenu({ children }: { children: ReactNode }) {
  return (
    <Menu>
      <Menu.Target>
        <IconButton icon="more" label="More" />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
