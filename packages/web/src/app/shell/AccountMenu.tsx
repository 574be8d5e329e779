import { signOut } from '@inlet/contract/workspace'
import { Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.ts'
import { forgetAllUploads } from '../../uploads/saved-uploads.ts'
import classes from './AccountMenu.module.css'
import type { OverlayName } from './Overlays.tsx'

export function AccountMenu({ onOpen }: { onOpen: (name: OverlayName) => void }) {
  const { user } = useSession()
  const navigate = useNavigate()
  const end = useMutation({
    mutationFn: () => call(signOut, {}),
    // A full page load, so that no data of this session stays in memory.
    async onSuccess() {
      await forgetAllUploads()
      location.assign('/sign-in')
    },
  })
  return (
    <Menu>
      <Menu.Target>
        <button type="button" className={classes.person}>
          <span aria-hidden="true">{initialsOf(user.name)}</span>
          <span className="visually-hidden">Account menu for {user.name}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <strong>{user.name}</strong>
          <span>{user.email}</span>
        </div>
        <Menu.Divider />
        <Menu.Item onClick={() => void navigate({ to: '/account' })}>Account</Menu.Item>
        <Menu.Item onClick={() => onOpen('shortcuts')} rightSection={<kbd>?</kbd>}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item component="a" href="/docs" target="_blank">
          API reference
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => end.mutate()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words
  return letters
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
}
