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

  // The app waits for these files and responses, so request them while its bundle is still loading.
  // The build fills in the files of screens, by the beginning of their paths.
  /** @type {Record<string, string[]>} */
  const files = {}
  const { pathname, search } = location
  if (/^\/(sign-in|invitation)/.test(pathname)) return
  const begin = Object.keys(files).find((one) => pathname.startsWith(one))
  for (const href of begin === undefined ? [] : files[begin]) {
    const link = document.createElement('link')
    link.rel = href.endsWith('.css') ? 'preload' : 'modulepreload'
    if (href.endsWith('.css')) link.as = 'style'
    // As the app requests them later, or they would be loaded twice.
    link.crossOrigin = ''
    link.href = href
    document.head.append(link)
  }
  const early = new Map()
  for (const path of ['/session', ...dataOf(pathname.split('/'), search)]) {
    const response = fetch(`/api/v1/workspace${path}`, { headers: { accept: 'application/json' } })
    response.catch(() => {})
    early.set(`/api/v1/workspace${path}`, response)
  }
  // `src/api/call.ts` takes them from here.
  globalThis.inletEarly = early

  function dataOf([, area, one, two], query) {
    // The first page is the list of projects.
    if ((area === '' || area === 'projects') && !one) return ['/projects']
    if (area === 'documents' && two) return [`/documents/${one}/${two}`]
    if (area === 'recordings' && two) {
      const recording = `/recordings/${one}/${two}`
      return [recording, `${recording}/transcript`]
    }
    if (area !== 'surveys' || !one) return []
    return two || query ? [`/surveys/${one}`] : [`/surveys/${one}`, `/surveys/${one}/overview`]
  }
})()
