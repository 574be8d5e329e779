/** Parses the status output of bubblewrap and of our launcher: one JSON document per line. */

export type SandboxStatus = {
  /** The host pid of the first process inside: killing it ends the whole namespace. */
  readonly firstPid: number | null
  /** bubblewrap writes an exit code only for a program that it has started, our launcher a line before it becomes one. */
  readonly programStarted: boolean
}

export function readStatus(text: string): SandboxStatus {
  let firstPid: number | null = null
  let programStarted = false
  for (const line of text.split('\n')) {
    firstPid ??= numberAfter(line, '"child-pid":')
    programStarted ||= numberAfter(line, '"exit-code":') !== null || line.includes('"confined": true')
  }
  return { firstPid, programStarted }
}

function numberAfter(line: string, label: string): number | null {
  const at = line.indexOf(label)
  if (at < 0) return null
  const digits = /^\s*(\d+)/.exec(line.slice(at + label.length))
  return digits?.[1] === undefined ? null : Number(digits[1])
}
