/** `npm run demo`: imports an example study into the development system or the one given by --url. */
import { parseArgs } from 'node:util'
import { fill } from './demo/fill.ts'
import { findTarget } from './demo/target.ts'
import { endProcess } from './system.ts'

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { url: { type: 'string' }, key: { type: 'string' } } })
  const target = await findTarget(values)
  process.stdout.write(`Filling ${target.url}\n`)
  const filled = await fill(target, (line) => process.stdout.write(`${line}\n`))
  const lines = [
    '',
    `Added ${filled.added} imports; ${filled.alreadyHere} already existed.`,
    ...(filled.added > 0 ? ['Recordings are still being transcribed; watch them under Imports.'] : []),
    ...(filled.hasSpeech
      ? []
      : ['No speech samples were found, so the recordings are plain tones, as their names say.']),
    target.signIn,
    ...(target.system ? ['Ctrl-C stops the system.'] : []),
    '',
  ]
  process.stdout.write(lines.join('\n'))
  const { system } = target
  if (!system) return
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void endProcess(system))
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
