import { useMediaQuery } from '@mantine/hooks'

/** Correct from the first render on, to avoid a second layout. */
const useMatch = (query: string) => useMediaQuery(query, false, { getInitialValueInEffect: false })

/** Same breakpoint as in the style sheets. */
export const useIsPhone = () => useMatch('(max-width: 767px)')
/** Wide enough for a side panel. */
export const useIsWide = () => useMatch('(min-width: 1180px)')
