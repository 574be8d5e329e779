/** Shown at the root until the workspace is built. */
export const notBuiltPage = (nonce: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inlet</title>
<style nonce="${nonce}">
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 15vh auto; padding: 0 1.5rem; color: #171b1f; background: #fbfbfc }
code { font-family: ui-monospace, monospace; background: #eff1f3; padding: 0.1em 0.3em; border-radius: 4px }
a { color: #0b626d }
@media (prefers-color-scheme: dark) { body { color: #e4e8eb; background: #0e1113 } code { background: #23292e } a { color: #86c3c9 } }
</style>
</head>
<body>
<main>
<h1>The workspace is not built</h1>
<p>The API works: see the <a href="/docs">API reference</a>. The web workspace has not been built.</p>
<p>Build it with <code>npm run web-build</code>, then restart the api. If it is in another folder, set <code>INLET_WEB_DIR</code>.</p>
</main>
</body>
</html>
`
