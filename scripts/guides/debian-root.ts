/**
 * A fresh Debian 12 in a folder, booted with its own systemd. It shares the network of this machine, so that it can use
 * an object store that runs here.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface DebianRoot {
  folder: string
  /** Runs a script as root and returns its output; throws if it fails. */
  run(script: string, options?: { cwd?: string; env?: Record<string, string> }): Promise<string>
  /** Shuts it down and removes the folder. */
  remove(): Promise<void>
}

const mirror = process.env['DEBIAN_MIRROR'] ?? 'http://deb.debian.org'
const sources = [
  `deb ${mirror}/debian bookworm main`,
  `deb ${mirror}/debian bookworm-updates main`,
  `deb ${mirror}/debian-security bookworm-security main`,
]
const bootSeconds = 60
const shutdownSeconds = 60

export function missingTools(): string[] {
  return ['mmdebstrap', 'systemd-nspawn', 'nsenter'].filter(
    (tool) => spawnSync('which', [tool], { stdio: 'ignore' }).status !== 0,
  )
}

export async function makeDebianRoot(folder: string): Promise<DebianRoot> {
  await installDebian(folder)
  writeFileSync(join(folder, 'etc/apt/sources.list'), `${sources.join('\n')}\n`)
  // The folder is thrown away, so packages need not be safe on the disk before the next one is unpacked.
  writeFileSync(join(folder, 'etc/dpkg/dpkg.cfg.d/unsafe-io'), 'force-unsafe-io\n')
  copyAuthorities(folder)
  const machine = boot(folder)
  try {
    const leader = await waitForBoot(machine)
    return {
      folder,
      run: (script, options) => runIn(leader, script, options),
      remove: () => shutDown(machine, folder),
    }
  } catch (error) {
    await shutDown(machine, folder)
    throw error
  }
}

/** DEBIAN_TAR names an archive that mmdebstrap made before, which saves some minutes. */
async function installDebian(folder: string): Promise<void> {
  const archive = process.env['DEBIAN_TAR']
  const stdio = ['ignore', 'inherit', 'inherit'] as const
  if (archive !== undefined) {
    mkdirSync(folder, { recursive: true })
    return finish(spawn('tar', ['-xf', archive, '-C', folder], { stdio: [...stdio] }), 'tar')
  }
  const args = ['--quiet', '--variant=minbase', '--include=systemd-sysv,dbus', 'bookworm', folder, ...sources]
  return finish(spawn('mmdebstrap', args, { stdio: [...stdio] }), 'mmdebstrap')
}

/** A machine whose network re-encrypts connections has its own certificate authority. */
function copyAuthorities(folder: string): void {
  const own = '/usr/local/share/ca-certificates'
  if (!existsSync(own) || readdirSync(own).length === 0) return
  mkdirSync(join(folder, own), { recursive: true })
  cpSync(own, join(folder, own), { recursive: true })
}

function boot(folder: string): ChildProcess {
  writeFileSync(join(folder, 'etc/hostname'), 'inlet-guides\n')
  const args = [
    '--quiet',
    `--directory=${folder}`,
    '--boot',
    '--register=no',
    '--keep-unit',
    '--console=read-only',
  ]
  return spawn('systemd-nspawn', [...args, '--resolv-conf=copy-host', '--hostname=inlet-guides'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
}

/** The process 1 of the machine, once systemd has started everything. */
async function waitForBoot(machine: ChildProcess): Promise<string> {
  for (let second = 0; second < bootSeconds; second += 1) {
    if (machine.exitCode !== null) throw new Error(`systemd-nspawn exited with ${machine.exitCode}.`)
    const leader = childOf(String(machine.pid))
    if (leader !== undefined) {
      const state = await runIn(leader, 'systemctl is-system-running || true').catch(() => '')
      // "degraded": a unit that containers cannot run has failed.
      if (/^(running|degraded)$/m.test(state)) return leader
    }
    await sleep(1_000)
  }
  throw new Error(`Debian did not start within ${bootSeconds} seconds.`)
}

function childOf(pid: string): string | undefined {
  const path = `/proc/${pid}/task/${pid}/children`
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split(' ')[0] || undefined : undefined
}

async function runIn(
  leader: string,
  script: string,
  { cwd = '/root', env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<string> {
  const settings = {
    HOME: '/root',
    LANG: 'C.UTF-8',
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin',
    ...env,
  }
  const words = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  // With every namespace of the machine, as a login on it would have.
  const enter = ['--target', leader, '--mount', '--uts', '--ipc', '--pid', '--root', '--wd']
  const child = spawn(
    'nsenter',
    [...enter, '--', 'env', '-i', ...words, 'bash', '-c', `cd ${cwd}\n${script}`],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (env['SHOW_OUTPUT'] === '1') process.stdout.write(chunk)
    })
  await finish(child, 'a command', () => output)
  return output
}

async function finish(child: ChildProcess, what: string, output?: () => string): Promise<void> {
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0)
    throw new Error(`${what} failed with ${code ?? 'a signal'}.\n${output?.().slice(-4000) ?? ''}`)
}

async function shutDown(machine: ChildProcess, folder: string): Promise<void> {
  if (machine.exitCode === null && machine.signalCode === null) {
    const ended = once(machine, 'exit')
    machine.kill('SIGTERM')
    const isDown = await Promise.race([
      ended.then(() => true),
      sleep(shutdownSeconds * 1000, false, { ref: false }),
    ])
    if (!isDown) machine.kill('SIGKILL')
  }
  rmSync(folder, { recursive: true, force: true })
}
