/** Runs the commands of the Compose guides in a fresh clone, as an operator who follows them would. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type GuidePart, parts } from '../guides/plan.ts'
import { type ScriptOptions, writeScript } from '../guides/script.ts'

export interface GuideRun {
  isOk: boolean
  output: string
}

const ofCompose = (guide: string) => parts.filter((part) => part.place === 'compose' && part.guide === guide)

/** `headings` limits the run to a part of the guide. */
export function guideParts(guide: string, headings?: readonly string[]): GuidePart[] {
  return ofCompose(guide).map((part) => (headings ? { ...part, headings } : part))
}

export async function runGuideParts(
  guide: readonly GuidePart[],
  { clone, ...options }: ScriptOptions & { clone: string },
): Promise<GuideRun> {
  const script = guide.map((part) => writeScript(part, options)).join('')
  const child = spawn('bash', ['-c', script], { cwd: clone, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      process.stdout.write(chunk)
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { isOk: code === 0, output }
}
