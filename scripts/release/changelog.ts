/** The sections of CHANGELOG.md, in the format of Keep a Changelog. */

const unreleased = '## [Unreleased]\n'

/** Moves what is unreleased into a section of the version. */
export function releaseChangelog(text: string, version: string, day: string): string {
  if (releaseNotes(text, version) !== undefined) return text
  if (!text.includes(unreleased)) throw new Error(`CHANGELOG.md has no heading "${unreleased.trim()}".`)
  return text.replace(unreleased, `${unreleased}\n## [${version}] - ${day}\n`)
}

/** The text of a section; undefined if there is none. */
export function releaseNotes(text: string, version: string): string | undefined {
  const section = text.split(/^(?=## \[)/m).find((part) => part.startsWith(`## [${version}]`))
  return section?.slice(section.indexOf('\n')).trim()
}
