/** Looks for processes by what only ours have in their command line or environment. */

import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** Command lines of live processes (zombies have none) that hold `text`. */
export async function processesWith(text: string): Promise<string[]> {
  const found: string[] = []
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue
    const line = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')
    if (line.includes(text)) found.push(line.replaceAll('\0', ' '))
  }
  return found
}

/** Programs that live in a sandbox over some directory under `root`: the mount table of each names it. */
export async function sandboxedUnder(root: string): Promise<string[]> {
  const found: string[] = []
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const mounts = await readFile(`/proc/${pid}/mountinfo`, 'utf8').catch(() => '')
    if (mounts.split('\n').some((mount) => mount.includes(root) && mount.includes(' /job '))) {
      found.push(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => pid))
    }
  }
  return found
}

/** Waits until none is left; returns what still is when time is up. */
export async function processesLeftWith(text: string, withinMs = 5000): Promise<string[]> {
  const endsAt = performance.now() + withinMs
  let found = await processesWith(text)
  while (found.length > 0 && performance.now() < endsAt) {
    await delay(20)
    found = await processesWith(text)
  }
  return found
}
