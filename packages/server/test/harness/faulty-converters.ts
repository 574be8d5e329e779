/**
 * A worker whose converters misbehave: `file`, which looks at every document, image and recording first, is replaced for this worker
 * by a program that obeys a word at the end of the upload. Needs root.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { programPath } from '../../../../scripts/programs/program-path.ts'
import { inheritedEnv, testEnv } from './config.ts'

export const convertersFault = ['memory', 'forks', 'disk', 'killed'] as const
export type ConverterFault = (typeof convertersFault)[number]

export const withFault = (content: Buffer, fault: ConverterFault): Buffer =>
  Buffer.concat([content, Buffer.from(`\nFAULT-${fault}\n`)])

/** A folder of the system that Debian leaves empty; only the worker sees what is mounted there. */
const folder = '/usr/local/games'

// Of the 4 GiB that a program may have, 3 are only reserved: on a busy machine, filling all takes longer than its time limit.
const replacement = `#!/bin/sh
fault=$(tail -c 40 source | tr -cd 'A-Za-z-' | sed -n 's/.*FAULT-\\([a-z]*\\).*/\\1/p')
case "$fault" in
  memory) exec perl -e 'open my $none, "<", "/dev/null"; sysread $none, my $reserved, 3 << 30;
    my @taken; push @taken, "x" x (1 << 26) while 1' ;;
  forks) exec perl -e 'while (1) { select(undef, undef, undef, 0.1) unless defined fork }' ;;
  disk) i=0; while :; do fallocate -l 4000000000 "fill-$i" || sleep 1; i=$((i + 1)); sleep 0.5; done ;;
  killed) kill -9 $$ ;;
esac
exec ${folder}/file "$@"
`

const mounts = `
mount -t tmpfs -o mode=0755 tmpfs ${folder} &&
cp /usr/bin/file ${folder}/file &&
cp "$1" ${folder}/replacement && chmod 755 ${folder}/* &&
mount --bind ${folder}/replacement /usr/bin/file &&
shift && exec "$@"`

export const canReplaceConverters = (): boolean =>
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', folder]).status === 0

export async function startFaultyWorker(
  databaseUrl: string,
  dir: string,
  overrides: Record<string, string>,
): Promise<ChildProcess> {
  const program = join(dir, 'replacement')
  await writeFile(program, replacement)
  const words = ['--mount', 'sh', '-c', mounts, 'sh', program, process.execPath, programPath('worker')]
  const child = spawn('unshare', words, {
    env: { ...inheritedEnv(), ...testEnv(databaseUrl, overrides) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.resume()
  return child
}
