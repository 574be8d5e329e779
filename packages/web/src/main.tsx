import './theme/trusted-types.ts'
import './theme/mantine-styles.ts'
import './theme/tokens.css'
import './theme/global.css'
import './theme/controls.css'
import './theme/highlights.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/query-client.ts'
import { createAppRouter, fetchScreens } from './app/router.ts'
import { readNonce } from './theme/nonce.ts'
import { schemeManager } from './theme/scheme.ts'
import { cssVariables, theme } from './theme/theme.ts'
import { keepPageOnDrop } from './uploads/early-drops.ts'

const nonce = readNonce()
setNonce(nonce)

const queryClient = createQueryClient(() => {
  if (location.pathname.startsWith('/sign-in')) return
  // A full page load, so that no data of the ended session stays in memory.
  location.assign(`/sign-in?to=${encodeURIComponent(`${location.pathname}${location.search}`)}`)
})
const router = createAppRouter(queryClient)
fetchScreens(router)
keepPageOnDrop()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element.')

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
