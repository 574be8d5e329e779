/** The list of settings that deploy/compose.yaml passes on to the containers. */

const begin = '    # settings\n'
const end = '    # end of settings\n'

/** Settings that the Dockerfile sets: ports and folders that health checks and volumes depend on. */
export function settingsOfImages(dockerfile: string, names: readonly string[]): string[] {
  const lines = dockerfile.split('\n').filter((line) => line.startsWith('ENV '))
  return names.filter((name) => lines.some((line) => line.includes(` ${name}=`)))
}

/** A name without a value is taken from `.env` or the shell, and is not set in the container if it is set in neither. */
export function writeComposeSettings(
  compose: string,
  { dockerfile, names }: { dockerfile: string; names: readonly string[] },
): string {
  const [before, rest] = splitOnce(compose, begin)
  const [, after] = splitOnce(rest, end)
  const ofImages = new Set(settingsOfImages(dockerfile, names))
  const passed = names.filter((name) => !ofImages.has(name) && !before.includes(`    ${name}: `))
  return [before, begin, ...passed.map((name) => `    ${name}:\n`), end, after].join('')
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  if (at === -1) throw new Error(`deploy/compose.yaml has no line "${separator.trim()}".`)
  return [text.slice(0, at), text.slice(at + separator.length)]
}
