import { Menu, useMantineColorScheme } from '@mantine/core'
import { schemes } from '../../theme/scheme.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'

export function SchemeMenu() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu>
      <Menu.Target>
        <IconButton icon="dark" label="Theme" />
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map(({ value, label }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={value === colorScheme}
            onClick={() => setColorScheme(value)}
            rightSection={value === colorScheme && <Icon name="check" />}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
