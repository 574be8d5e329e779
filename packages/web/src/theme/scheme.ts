/** Light, dark or system color scheme. `public/boot.js` reads the same key before the first paint. */
import { localStorageColorSchemeManager, type MantineColorScheme } from '@mantine/core'

export const schemeManager = localStorageColorSchemeManager({ key: 'inlet.scheme' })

export const schemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
]
