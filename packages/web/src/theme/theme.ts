/** Our design tokens as a Mantine theme. */
import { type CSSVariablesResolver, createTheme } from '@mantine/core'

const field = { size: 'sm', radius: 'sm' } as const
const fastFade = { transitionProps: { duration: 120, transition: 'fade' } } as const

export const theme = createTheme({
  primaryColor: 'tide',
  // Shades with enough contrast for white text in both schemes; Mantine's default only considers light.
  primaryShade: { light: 7, dark: 6 },
  colors: {
    tide: [
      '#e3f1f2',
      '#c9e4e7',
      '#b3dade',
      '#86c3c9',
      '#54a7b0',
      '#2b8c97',
      '#0f7480',
      '#0b626d',
      '#09525b',
      '#063b42',
    ],
  },
  white: '#ffffff',
  black: '#171b1f',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '8px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  // Plain objects, because importing the components here would add them all to the entry chunk.
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: field },
    PasswordInput: { defaultProps: field },
    Textarea: { defaultProps: field },
    Select: { defaultProps: field },
    Checkbox: { defaultProps: { size: 'sm' } },
    Switch: { defaultProps: { size: 'sm' } },
    Menu: { defaultProps: { ...fastFade, shadow: 'none', position: 'bottom-end' } },
    Modal: { defaultProps: { ...fastFade, centered: false, radius: 'md', yOffset: '12vh' } },
    Drawer: { defaultProps: { transitionProps: { duration: 120 } } },
    Tooltip: {
      defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: true } },
    },
  },
})

export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--canvas)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-secondary)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-color-placeholder': 'var(--text-secondary)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--raised)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--control-border)',
    '--mantine-color-disabled': 'var(--raised)',
    '--mantine-color-disabled-color': 'var(--text-secondary)',
    '--mantine-color-disabled-border': 'var(--hairline)',
    '--mantine-color-tide-filled': 'var(--accent-fill)',
    '--mantine-color-tide-filled-hover': 'var(--accent-fill-hover)',
    '--mantine-primary-color-filled': 'var(--accent-fill)',
    '--mantine-primary-color-filled-hover': 'var(--accent-fill-hover)',
    '--mantine-color-red-filled': '#b3261e',
    '--mantine-color-red-filled-hover': '#96201a',
  }
  return { variables: {}, light: shared, dark: shared }
}
