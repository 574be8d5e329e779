/**
 * A worker of its own on a host without namespaces: tries from a sandboxed program to reach the network, the worker and another
 * job, and prints what succeeded, once in the reduced sandbox and once without it. Argument: an empty folder.
 */

import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { probeSandbox } from '../src/sandbox/probe.ts'
import { runSandboxed } from '../src/sandbox/run.ts'
import type { Sandbox } from '../src/sandbox/sandbox.ts'
import { pidsOf } from './processes.ts'

const [root = ''] = process.argv.slice(2)
const limits = {
  wallMs: 20_000,
  cpuSeconds: 10,
  memoryBytes: 2 * 1024 ** 3,
  fileBytes: 1024 ** 2,
  totalBytes: 64 * 1024 ** 2,
  processes: 64,
}
const abstractName = `inlet-test-${process.pid}`

let hits: string[] = []
const tcp = createServer((socket) => {
  hits.push('tcp')
  socket.destroy()
}).listen(0, '127.0.0.1')
await once(tcp, 'listening')
const udp = createSocket('udp4', () => hits.push('udp'))
udp.bind(0, '127.0.0.1')
await once(udp, 'listening')
const local = createServer((socket) => {
  hits.push('local socket')
  socket.destroy()
}).listen(join(root, 'database.sock'))
await once(local, 'listening')
const abstract = createServer((socket) => {
  hits.push('abstract socket')
  socket.destroy()
}).listen(`\0${abstractName}`)
await once(abstract, 'listening')
const tcpPort = portOf(tcp.address())
const udpPort = udp.address().port

function portOf(address: ReturnType<typeof tcp.address>): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}

await writeFile(join(root, 'worker.env'), 'INLET_SECRET=canary', { mode: 0o600 })

type Run = (script: string, args: readonly string[], cwd: string) => Promise<string>

/** What a hostile converter could do with perl, which stands for code of its own. Prints "reached" if it succeeds. */
const attempts: Record<string, string> = {
  tcp: `use IO::Socket::INET; print "reached" if IO::Socket::INET->new("127.0.0.1:${tcpPort}")`,
  udp: `use IO::Socket::INET; my $s = IO::Socket::INET->new(Proto => "udp", PeerAddr => "127.0.0.1:${udpPort}"); print "reached" if $s and $s->send("x")`,
  'local socket': `use Socket; my $s; socket($s, AF_UNIX, SOCK_STREAM, 0) and connect($s, pack_sockaddr_un("${root}/database.sock")) and print "reached"`,
  'abstract socket': `use Socket; my $s; socket($s, AF_UNIX, SOCK_STREAM, 0) and connect($s, pack_sockaddr_un("\\0${abstractName}")) and print "reached"`,
  'environment of the worker': `my $f; open($f, "<", "/proc/${process.pid}/environ") and do { local $/; print "reached" if <$f> =~ /INLET_SECRET=canary/ }`,
  'memory of the worker': `my $f; open($f, "<", "/proc/${process.pid}/mem") and print "reached"`,
  'settings of the worker': `my $f; open($f, "<", "${root}/worker.env") and <$f> =~ /canary/ and print "reached"`,
  'file of another job': `my $f; open($f, "<", "$ARGV[0]/source") and <$f> =~ /interview/ and print "reached"`,
  'change of another job': `truncate("$ARGV[0]/source", 0); chmod(0, "$ARGV[0]/source"); unlink("$ARGV[0]/source")`,
  'end of another job': `kill 9, $ARGV[1]`,
}

/** Another job that runs meanwhile. */
async function withNeighbour(sandbox: Sandbox, name: string, run: Run): Promise<string[]> {
  const neighbour = join(root, `${name}-neighbour`)
  const own = join(root, `${name}-own`)
  for (const dir of [neighbour, own]) await mkdir(dir, { mode: 0o700 })
  const source = join(neighbour, 'source')
  const reached: string[] = []
  const mark = name === 'confined' ? '91.5' : '92.5'
  const stopping = new AbortController()
  const running = runSandboxed(sandbox, {
    command: 'sleep',
    args: [mark],
    workDir: neighbour,
    limits,
    signal: stopping.signal,
  }).catch((error: unknown) => error)
  while ((await pidsOf('sleep', mark)).length === 0) await delay(20)
  const [pid = 0] = await pidsOf('sleep', mark)
  for (const [attempt, script] of Object.entries(attempts)) {
    hits = []
    await writeFile(source, 'a confidential interview', { mode: 0o600 })
    const said = await run(script, [neighbour, String(pid)], own)
    await delay(50)
    const isChanged = (await readFile(source, 'utf8').catch(() => '')) !== 'a confidential interview'
    const isEnded = (await pidsOf('sleep', mark)).length === 0
    const isSeen =
      attempt === 'change of another job'
        ? isChanged
        : attempt === 'end of another job'
          ? isEnded
          : said.includes('reached')
    if (isSeen || hits.length > 0) reached.push(attempt)
  }
  stopping.abort(new Error('done'))
  await running
  return reached
}

const sandbox = await probeSandbox({ workRoot: root, allowsReduced: true })
const confined: Run = async (script, args, workDir) => {
  const outcome = await runSandboxed(sandbox, {
    command: 'perl',
    args: ['-e', script, ...args],
    workDir,
    limits,
  })
  return outcome.kind === 'ok' ? outcome.stdout : ''
}
const unconfined: Run = async (script, args, cwd) => {
  const child = spawn('perl', ['-e', script, ...args], { cwd, env: {}, stdio: ['ignore', 'pipe', 'ignore'] })
  return text(child.stdout)
}
const result = {
  mode: sandbox.mode,
  isRoot: process.getuid?.() === 0,
  attempts: Object.keys(attempts).length,
  confined: await withNeighbour(sandbox, 'confined', confined),
  control: await withNeighbour(sandbox, 'control', unconfined),
}
process.stdout.write(JSON.stringify(result))
for (const server of [tcp, local, abstract]) server.close()
udp.close()
