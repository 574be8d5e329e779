#!/usr/bin/env node
/** The `inlet` command. */
import { main } from '../main.ts'
import { listenForStop } from '../stop.ts'

// The reader of a pipe may close it early, as "head" does: not an error.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(0)
  })

const { env, stdin, stdout, stderr, argv } = process
process.exitCode = await main(argv.slice(2), { env, stdin, stdout, stderr, listenForStop })
