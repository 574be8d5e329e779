import { readCount } from '../arguments.ts'
import type { Register } from '../register.ts'
import type { StatusOptions } from './status.handler.ts'

export const addStatusCommand: Register = (program, action) => {
  const command = program
    .command('status')
    .summary('show the status of imports')
    .description(
      'Shows the status of imports by the keys that "inlet import" printed. Without a key it shows the most recent imports that the API key can access.',
    )
    .argument('[key...]', 'wav_key, insight_key or upload_key')
    .option('--limit <n>', 'without a key: maximum number', readCount(1, 50), 20)
    .option('-w, --watch', 'wait until all of them have finished, and show every change', false)
    .addHelpText(
      'after',
      `
Exits with 8 if a given import failed or is still pending, and shows why it failed. For an import that is given by key and
being processed, it shows stage and percentage; of several, --watch shows only when they end. With --json: stage,
percent, seconds_left and error_code.

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
