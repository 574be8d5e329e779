import { exitCodes } from '../../exit-codes.ts'
import { readChoice } from '../arguments.ts'
import type { Register } from '../register.ts'

export const addCompletionCommand: Register = (program, action) => {
  const command = program
    .command('completion')
    .summary('print a completion script for a shell')
    .description('Prints a script that completes the commands and flags of inlet in your shell.')
    .argument('<shell>', 'bash, zsh or fish', readChoice(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
Examples:
  $ inlet completion bash > ~/.local/share/bash-completion/completions/inlet
  $ inlet completion zsh > "\${fpath[1]}/_inlet"
  $ inlet completion fish > ~/.config/fish/completions/inlet.fish`,
    )
  action(command, async ({ stdout }, _options: object, shell: 'bash' | 'zsh' | 'fish') => {
    const { completionScript } = await import('./completion-script.ts')
    stdout.write(completionScript(shell, program))
    return exitCodes.done
  })
}
