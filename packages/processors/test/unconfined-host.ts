/** Runs a program on a host without namespaces: in a user namespace that allows no further ones, without privileges. */

import { spawnSync } from 'node:child_process'

/** The words to put before a command. Everything else of the host is visible: files, processes and network. */
export const withoutNamespaces: readonly string[] =
  'bwrap --dev-bind / / --unshare-user --uid 1000 --gid 1000 --disable-userns --cap-drop ALL --die-with-parent --'.split(
    ' ',
  )

/** False where namespaces are already forbidden, so that there is nothing to forbid. */
export function canForbidNamespaces(): boolean {
  const [file = '', ...args] = withoutNamespaces
  return spawnSync(file, [...args, 'true']).status === 0
}
