/** The folder that a sync reads: a path of a remote in rclone's configuration, or a local folder. */
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'

export interface Source {
  /** As rclone takes it. */
  spec: string
  /** For messages: without the parameters of a connection string, which may contain passwords. */
  label: string
  /** The name of the remote in rclone's configuration; undefined for a local folder or a connection string. */
  remote: string | undefined
}

/** `name:path`, or a connection string such as `:sftp,host=example.org:path`, whose values may be quoted. */
const remotePattern = /^(:?[\w.+@-][\w.+@ -]*)((?:,(?:"[^"]*"|'[^']*'|[^:"'])*)?):(.*)$/s

export function parseSource(given: string, folder = process.cwd()): Source {
  const [, name = '', parameters = '', path = ''] = remotePattern.exec(given) ?? []
  if (name === '') {
    const local = resolve(folder, given)
    return { spec: local, label: local, remote: undefined }
  }
  const trimmed = path.replace(/(?<=[^/])\/+$/, '')
  return {
    spec: `${name}${parameters}:${trimmed}`,
    label: `${name}:${trimmed}`,
    remote: name.startsWith(':') || parameters !== '' ? undefined : name,
  }
}

/** The path of a file below a folder; `remote:` itself is a folder too. */
export function pathIn(folder: string, path: string): string {
  return /[:/]$/.test(folder) ? `${folder}${path}` : `${folder}/${path}`
}

/** Distinguishes sources in file names and external ids. */
export function sourceMark({ spec }: Source): string {
  return createHash('sha256').update(spec).digest('hex').slice(0, 12)
}
