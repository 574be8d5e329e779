#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { AdminError } from '../app/admin/context.ts'
import { addKeyCommands } from '../app/admin/key-commands.ts'
import { addProjectCommands } from '../app/admin/project-commands.ts'
import { addSetupCommand } from '../app/admin/setup-command.ts'
import { addSigningKeyCommands } from '../app/admin/signing-key-commands.ts'
import { addTeamCommands } from '../app/admin/team-commands.ts'
import { addTranscriptCommands } from '../app/admin/transcript-commands.ts'
import { addUserCommands } from '../app/admin/user-commands.ts'

const program = new Command('inlet-admin')
  .description('Looks after an Inlet deployment: teams, people, keys and projects.')
  .showHelpAfterError('(add --help to see how)')
  .addHelpText(
    'after',
    '\nReads DATABASE_URL and INLET_SECRET from the environment; "setup" and "user invite" also INLET_PUBLIC_URL. Exit codes: 0 done, 1 refused, 2 wrong usage.',
  )
  .exitOverride()

addSetupCommand(program)
addTeamCommands(program)
addUserCommands(program)
addKeyCommands(program)
addProjectCommands(program)
addSigningKeyCommands(program)
addTranscriptCommands(program)

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else {
    const text =
      error instanceof AdminError ? error.message : error instanceof Error ? error.message : String(error)
    process.stderr.write(`inlet-admin: ${text}\n`)
    process.exitCode = 1
  }
}
