import { useMediaQuery } from '@mantine/hooks'

/** True from the first paint on, so that nothing is laid out twice. */
const useMatch = (query: string) => useMediaQuery(query, false, { getInitialValueInEffect: false })

/** As in the style sheets. */
export const useIsPhone = () => useMatch('(max-width: 767px)')
/** Room for a third column beside what is read. */
export const useIsWide = () => useMatch('(min-width: 1180px)')
