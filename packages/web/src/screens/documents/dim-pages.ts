/** Whether white pages are dimmed in dark mode. Stored in this browser. */
import { useComputedColorScheme } from '@mantine/core'
import { useState } from 'react'

const storageKey = 'inlet.dim-pages'

export function useDimPages() {
  const isDark = useComputedColorScheme() === 'dark'
  const [isOn, setOn] = useState(() => localStorage.getItem(storageKey) === 'on')
  return {
    isDark,
    isOn,
    isDim: isDark && isOn,
    toggle: () => {
      localStorage.setItem(storageKey, isOn ? 'off' : 'on')
      setOn(!isOn)
    },
  }
}
