#!/usr/bin/env node
import { Command, CommanderError } from 'commander'
import { addBackupCommands } from '../app/admin/backup-commands.ts'
import { AdminError } from '../app/admin/context.ts'
import { addEraseCommands } from '../app/admin/erase-commands.ts'
import { addJobCommands } from '../app/admin/job-commands.ts'
import { addKeyCommands } from '../app/admin/key-commands.ts'
import { addProjectCommands } from '../app/admin/project-commands.ts'
import { addSigningKeyCommands } from '../app/admin/signing-key-commands.ts'
import { addStoreCommands } from '../app/admin/store-commands.ts'
import { addTeamCommands } from '../app/admin/team-commands.ts'
import { addTranscriptCommands } from '../app/admin/transcript-commands.ts'
import { addUserCommands } from '../app/admin/user-commands.ts'

const program = new Command('inlet-admin')
  .description('Looks after an Inlet deployment: teams, people, keys and projects.')
  .showHelpAfterError('(add --help to see how)')
  .addHelpText(
    'after',
    '\nReads DATABASE_URL and INLET_SECRET from the environment; "user invite" also INLET_PUBLIC_URL. Exit codes: 0 done, 1 refused, 2 wrong usage.',
  )
  .exitOverride()

addTeamCommands(program)
addUserCommands(program)
addKeyCommands(program)
addProjectCommands(program)
addSigningKeyCommands(program)
addTranscriptCommands(program)
addJobCommands(program)
addStoreCommands(program)
addEraseCommands(program)
addBackupCommands(program)

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
