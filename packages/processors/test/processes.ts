/** Finds processes by markers in their command line or environment. */

import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** Command lines of live processes that contain `text`; zombies have none. */
export async function processesWith(text: string): Promise<string[]> {
  const found: string[] = []
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue
    const line = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')
    if (line.includes(text)) found.push(line.replaceAll('\0', ' '))
  }
  return found
}

/** Processes of a program with this argument, wrappers not included. */
export async function pidsOf(program: string, argument: string): Promise<number[]> {
  const found: number[] = []
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const words = (await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')).split('\0')
    if (words[0] === program && words[1] === argument) found.push(Number(pid))
  }
  return found
}

/** Programs in a sandbox over a directory under `root`, according to their mount tables. */
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

/** Waits until none is left; returns those that remain after the timeout. */
export async function processesLeftWith(text: string, withinMs = 5000): Promise<string[]> {
  const endsAt = performance.now() + withinMs
  let found = await processesWith(text)
  while (found.length > 0 && performance.now() < endsAt) {
    await delay(20)
    found = await processesWith(text)
  }
  return found
}
