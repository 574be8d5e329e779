/** Prompts on a terminal. */
import { createInterface } from 'node:readline/promises'
import type { Context } from '../../context.ts'
import { CliError } from '../../errors.ts'
import { exitCodes } from '../../exit-codes.ts'

type Terminal = Pick<Context, 'stdin' | 'stderr'>

export async function ask({ stdin, stderr }: Terminal, question: string): Promise<string> {
  const reader = createInterface({ input: stdin, output: stderr as NodeJS.WriteStream, terminal: true })
  const stopped = new Promise<never>((_resolve, reject) => {
    reader.on('SIGINT', () => reject(interrupted()))
  })
  try {
    return (await Promise.race([reader.question(question), stopped])).trim()
  } finally {
    reader.close()
  }
}

/** Echoes nothing, not even asterisks, which would reveal the length. */
export function askHidden({ stdin, stderr }: Terminal, question: string): Promise<string> {
  stderr.write(question)
  stdin.setRawMode(true)
  stdin.resume()
  stdin.setEncoding('utf8')
  return new Promise((resolve, reject) => {
    let typed = ''
    const end = (settle: () => void) => {
      stdin.off('data', listen)
      stdin.setRawMode(false)
      stdin.pause()
      stderr.write('\n')
      settle()
    }
    function listen(keys: string): void {
      for (const key of keys) {
        if (key === '\r' || key === '\n' || key === '\u0004') end(() => resolve(typed.trim()))
        else if (key === '\u0003') end(() => reject(interrupted()))
        else if (key === '\u007f' || key === '\b') typed = typed.slice(0, -1)
        else if (key === '\u0015') typed = ''
        else typed += key
      }
    }
    stdin.on('data', listen)
  })
}

function interrupted(): CliError {
  return new CliError('Interrupted; nothing was saved.', {
    code: 'interrupted',
    exitCode: exitCodes.interrupted,
  })
}
