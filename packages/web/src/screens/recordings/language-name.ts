const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

/** `English` for `en`. Unknown codes are returned unchanged. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
