// Before the first paint, and a file of its own because the page allows no inline scripts.
;(() => {
  let chosen = 'auto'
  try {
    chosen = localStorage.getItem('inlet.scheme') ?? 'auto'
  } catch {
    // Without storage the choice of the system counts.
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')

  // Everything inside waits for this answer, and the programs of the page are still on their way. `src/api/call.ts` takes it.
  if (!/^\/(sign-in|invitation)/.test(location.pathname)) {
    const address = '/api/v1/workspace/session'
    const answer = fetch(address, { headers: { accept: 'application/json' } })
    answer.catch(() => {})
    globalThis.inletEarly = { address, answer }
  }
})()
