const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

/** `English` for `en`; what is no code of a language stays as it is. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
