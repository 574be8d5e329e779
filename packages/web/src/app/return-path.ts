/** Where to go after sign-in: a path on this site, never another site. */
export function readReturnPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || /^\/[/\\]/.test(value)) return undefined
  return value.startsWith('/sign-in') ? undefined : value
}
