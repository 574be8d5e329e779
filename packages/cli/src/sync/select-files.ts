/** Selects the files of a listing to import, by the rules of `inlet import`. */
import ignore from 'ignore'
import type { SkippedFile } from '../files/find-files.ts'
import { expandBraces } from '../files/globs.ts'
import { findObstacle } from '../files/kinds.ts'
import type { RemoteFile } from './remote-file.ts'

export interface FileRules {
  include: readonly string[]
  ignore: readonly string[]
}

export interface Selection {
  files: RemoteFile[]
  skipped: SkippedFile[]
  hidden: number
  ignored: number
}

export function selectFiles(
  listed: readonly RemoteFile[],
  rules: FileRules,
  show: (path: string) => string,
): Selection {
  const selection: Selection = { files: [], skipped: [], hidden: 0, ignored: 0 }
  const included = patterns(rules.include)
  const ignored = patterns(rules.ignore)
  const counts = new Map<string, number>()
  for (const { path } of listed) counts.set(path, (counts.get(path) ?? 0) + 1)
  for (const file of listed) {
    if (isHidden(file.path)) selection.hidden += 1
    else if (ignored.ignores(file.path)) selection.ignored += 1
    else if (rules.include.length > 0 && !included.ignores(file.path)) selection.ignored += 1
    else {
      const reason = obstacleOf(file, counts.get(file.path) ?? 1)
      if (reason === undefined) selection.files.push(file)
      else selection.skipped.push({ displayPath: show(file.path), reason })
    }
  }
  return selection
}

function patterns(given: readonly string[]): ReturnType<typeof ignore> {
  return ignore({ ignorecase: false }).add(given.flatMap(expandBraces))
}

const isHidden = (path: string) => path.split('/').some((part) => part.startsWith('.'))

function obstacleOf({ name, bytes }: RemoteFile, count: number): string | undefined {
  // Some drives allow it, and rclone cannot tell such files apart.
  if (count > 1) return 'has the same name as another file in its folder; rename one of them'
  if (bytes < 0) return 'has no known size, like a document that exists only online; export it to a file'
  return findObstacle(name, bytes)
}
