/** Parses the status output of bubblewrap: one JSON document per line. */

export type SandboxStatus = {
  /** The host pid of the first process inside: killing it ends the whole namespace. */
  readonly firstPid: number | null
  /** bubblewrap writes an exit code only for a program that it has started. */
  readonly programEnded: boolean
}

export function readStatus(text: string): SandboxStatus {
  let firstPid: number | null = null
  let programEnded = false
  for (const line of text.split('\n')) {
    firstPid ??= numberAfter(line, '"child-pid":')
    programEnded = numberAfter(line, '"exit-code":') !== null || programEnded
  }
  return { firstPid, programEnded }
}

function numberAfter(line: string, label: string): number | null {
  const at = line.indexOf(label)
  if (at < 0) return null
  const digits = /^\s*(\d+)/.exec(line.slice(at + label.length))
  return digits?.[1] === undefined ? null : Number(digits[1])
}
