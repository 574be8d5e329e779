import { readCount } from '../arguments.ts'
import type { Register } from '../register.ts'
import type { StatusOptions } from './status.handler.ts'

export const addStatusCommand: Register = (program, action) => {
  const command = program
    .command('status')
    .summary('show how far imports are')
    .description(
      'Shows how far the given imports are, by the keys that import printed. Without a key it shows the most recent imports this key can see.',
    )
    .argument('[key...]', 'wav_key, insight_key or upload_key')
    .option('--limit <n>', 'without a key: how many', readCount(1, 50), 20)
    .option('-w, --watch', 'look again until all of them have ended', false)
    .addHelpText(
      'after',
      `
Ends with 8 when a given import failed or is still pending. A failed one tells why.

Examples:
  $ inlet status
  $ inlet status 3f0c2e9a-5b7d-4c1e-9a66-1d2f3b4c5d6e --watch
  $ inlet status --json | jq -r '.[] | select(.status == "failed") | .name'`,
    )
  action(command, async (context, options: StatusOptions, keys: string[]) => {
    const { status } = await import('./status.handler.ts')
    return status(context, keys, options)
  })
}
