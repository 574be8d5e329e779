// Runs before the first paint. A separate file, because the content security policy forbids inline scripts.
;(() => {
  let chosen = 'auto'
  try {
    chosen = localStorage.getItem('inlet.scheme') ?? 'auto'
  } catch {
    // Without storage, use the system preference.
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')

  // The app waits for this response, so request it while the bundle is still loading. `src/api/call.ts` consumes it.
  if (!/^\/(sign-in|invitation)/.test(location.pathname)) {
    const path = '/api/v1/workspace/session'
    const response = fetch(path, { headers: { accept: 'application/json' } })
    response.catch(() => {})
    globalThis.inletEarly = { path, response }
  }
})()
