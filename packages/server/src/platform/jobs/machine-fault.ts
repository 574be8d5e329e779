/**
 * - `no_space`, `no_memory`, `no_resources`: disk, memory, or processes and open files are used up
 * - `killed`: the system killed a program, mostly because memory ran out
 * - `tool_missing`: a program or library is not installed
 * - `refused`: the sandbox cannot be created
 */
export const machineFaults = [
  'no_space',
  'no_memory',
  'no_resources',
  'killed',
  'tool_missing',
  'refused',
] as const
export type MachineFaultReason = (typeof machineFaults)[number]

/**
 * The machine failed, which says nothing about the record. The attempt is repeated with backoff and does not count, within a
 * bound: a file that makes every machine fail must end too.
 */
export class MachineFault extends Error {
  readonly reason: MachineFaultReason

  constructor(reason: MachineFaultReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MachineFault'
    this.reason = reason
  }
}

/** Attempts that do not count, per job. With delays of up to 15 minutes they bridge about five hours. */
export const maxUncountedAttempts = 20
