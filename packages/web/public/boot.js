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
})()
