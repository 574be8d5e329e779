/** Building blocks of the pattern data: word lists, regular expressions composed of them, and their examples. */

/**
 * A regular expression with the texts that test it. `patterns.test.ts` runs every example of every pattern.
 * Patterns over context match folded text (see `fold`); those named "…Before" or anchored with `$` end where the
 * candidate begins, those anchored with `^` begin where it ends.
 */
export type Pattern = {
  readonly regex: RegExp
  readonly matches: readonly string[]
  readonly rejects: readonly string[]
}

/**
 * Alternatives for use as `(?:${list})`. They are separated by line breaks or by bars with spaces around them; a bar
 * without spaces belongs to its alternative, as in `work(?:s|ed)`.
 */
export function words(template: TemplateStringsArray, ...parts: readonly string[]): string {
  return String.raw(template, ...parts)
    .trim()
    .split(/\s*\n\s*|\s+\|\s+/)
    .join('|')
}

/** Whole tokens, separated by white space, for lookups by `token.key`. */
export function wordSet(template: TemplateStringsArray): ReadonlySet<string> {
  return new Set(String.raw(template).trim().split(/\s+/))
}

/** A regular expression that may be wrapped: line breaks and the indentation after them are not part of it. */
export function regex(template: TemplateStringsArray, ...parts: readonly string[]): RegExp {
  return regexWith('')(template, ...parts)
}

/** With flags, for patterns that run over the original text instead of folded context. */
export function regexWith(flags: string): typeof regex {
  return (template, ...parts) => new RegExp(String.raw(template, ...parts).replace(/\n\s*/g, ''), flags)
}
