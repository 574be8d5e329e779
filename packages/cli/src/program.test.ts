import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../test/folder.ts'
import { runMain } from '../test/run-main.ts'
import { completionScript } from './commands/completion/completion-script.ts'
import { buildProgram } from './program.ts'
import { version } from './version.ts'

const program = buildProgram({ stdout: { write() {} }, stderr: { write() {} } } as never, () => {})

function pathsOf(command: Command, path: string[] = []): string[][] {
  return command.commands.flatMap((one) => [[...path, one.name()], ...pathsOf(one, [...path, one.name()])])
}
const paths = pathsOf(program)

describe('every command', () => {
  it('is listed here', () => {
    expect(paths.map((path) => path.join(' '))).toEqual([
      'login',
      'logout',
      'whoami',
      'projects',
      'projects list',
      'projects show',
      'projects use',
      'projects create',
      'projects archive',
      'projects unarchive',
      'import',
      'watch',
      'sync',
      'survey',
      'survey preview',
      'survey import',
      'survey append',
      'survey retry',
      'survey retype',
      'survey withdraw-part',
      'survey media',
      'survey media list',
      'survey media replace',
      'survey media withdraw',
      'survey list',
      'status',
      'get',
      'delete',
      'rename',
      'move',
      'trash',
      'trash list',
      'trash restore',
      'trash purge',
      'export',
      'import-bundle',
      'mcp',
      'events',
      'events tail',
      'webhooks',
      'webhooks list',
      'webhooks create',
      'webhooks show',
      'webhooks update',
      'webhooks delete',
      'webhooks rotate',
      'webhooks test',
      'webhooks deliveries',
      'webhooks redeliver',
      'webhooks listen',
      'doctor',
      'completion',
      'version',
    ])
  })

  it.each(paths.map((path) => path.join(' ')))('%s prints help with examples on stdout', async (path) => {
    const { exitCode, stdout, stderr } = await runMain([...path.split(' '), '--help'])
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`Usage: inlet ${path} `)
    expect(stdout).toContain('Examples:\n  $ ')
    expect(stdout).not.toContain('(default: false)')
  })

  it('has --json, --quiet and --profile if it has an action', () => {
    for (const path of paths) {
      const command = path.reduce<Command>(
        (at, name) => at.commands.find((one) => one.name() === name) ?? at,
        program,
      )
      if (command.commands.length > 0) continue
      const flags = command.options.map(({ long }) => long)
      expect(flags, path.join(' ')).toEqual(expect.arrayContaining(['--json', '--quiet', '--profile']))
    }
  })
})

describe('wrong usage', () => {
  it.each([
    [['improt'], 'Did you mean import?'],
    [['survey', 'imprt'], 'Did you mean import?'],
    [['import', 'x', '-p', '1', '--ignor', 'x'], 'Did you mean --ignore?'],
    [['import', '--project', '1'], "missing required argument 'path'"],
    [['import', 'x', '-p', '1', '--parallel', '99'], 'Must be a number from 1 to 16.'],
    [['import', 'x', '-p', '1', '--as', 'note'], 'Must be one of file, insight.'],
    [['import', 'x', '-p', '1', '--publish'], '--publish needs --as insight.'],
    [['watch', '/nowhere', '-p', '1'], 'is not a folder'],
    [['watch', '/', '-p', '1', '--settle', 'soon'], 'such as 10s or 5m'],
    [['sync', 'a:b', '-p', '1', '--publish'], '--publish needs --as insight.'],
    [['sync', 'a:b', '-p', '1', '--settle', '0'], 'Must be at least 1s.'],
    [['sync', 'a:b', '-p', '1', '--temp-space', 'much'], 'such as 500M or 20G'],
    [['survey', 'preview', '/nowhere.csv'], 'does not exist'],
    [['events', 'tail', '--after', 'x', '--since-start'], 'cannot be combined'],
    [['webhooks', 'delete', 'x'], 'Add --yes to confirm.'],
    [['delete', 'x', '--permanent'], 'Add --yes to confirm.'],
    [['trash', 'purge', 'x'], 'Add --yes to confirm.'],
    [['trash', 'list', '--kind', 'note'], 'Must be one of project, insight'],
    [['move', 'x'], "required option '-p, --project"],
    [['webhooks', 'update', 'x', '--enable', '--disable'], 'cannot be combined'],
    [['webhooks', 'redeliver', 'x'], 'Give either a delivery key or --since.'],
    [['webhooks', 'redeliver', 'x', '--since', 'soon'], 'such as 2026-03-01T10:00:00Z'],
    [['webhooks', 'listen', '--forward', 'localhost'], 'such as http://localhost:3000/inlet'],
    [['webhooks', 'listen', '--secret', 'abc'], 'whsec_ and base64'],
    [['completion', 'tcsh'], 'Must be one of bash, zsh, fish.'],
    [[], 'Usage: inlet'],
  ])('%j ends with 2 and says what is wrong', async (args, text) => {
    const { exitCode, stderr, stdout } = await runMain(args)
    expect(stderr).toContain(text)
    expect([exitCode, stdout]).toEqual([2, ''])
  })

  it('does not prompt without a terminal', async () => {
    const { exitCode, stderr } = await runMain(['login'])
    expect(exitCode).toBe(2)
    expect(stderr).toContain('Missing: --url or INLET_URL; --client-id or INLET_CLIENT_ID; --secret-stdin')
  })
})

describe('without a key', () => {
  it.each([['whoami'], ['projects', 'list'], ['status'], ['import', '.', '-p', '1']])(
    '%s ends with 4',
    async (...args) => {
      const env = { XDG_CONFIG_HOME: await makeFolder() }
      const { exitCode, stderr } = await runMain(args, env)
      expect(exitCode).toBe(4)
      expect(stderr).toContain('inlet login')
    },
  )

  it('errors are JSON with --json', async () => {
    const { stderr } = await runMain(['whoami', '--json'], { XDG_CONFIG_HOME: await makeFolder() })
    expect(JSON.parse(stderr)).toMatchObject({ code: 'not_logged_in' })
  })
})

describe('the version', () => {
  it('matches package.json', async () => {
    const manifest = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')
    expect((JSON.parse(manifest) as { version: string }).version).toBe(version)
    expect((await runMain(['--version'])).stdout).toBe(`${version}\n`)
    expect(JSON.parse((await runMain(['version', '--json'])).stdout)).toMatchObject({ version })
  })
})

describe('completion', () => {
  const complete = (words: string[]) => {
    const script = `${completionScript('bash', program)}
      COMP_WORDS=(${words.map((word) => `"${word}"`).join(' ')}); COMP_CWORD=${words.length - 1}
      compopt() { :; }; _inlet; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n')
  }

  it('offers commands and flags in the right places', () => {
    expect(complete(['inlet', 'su'])).toEqual(['survey'])
    expect(complete(['inlet', 'webhooks', 're'])).toEqual(['redeliver'])
    expect(complete(['inlet', 'events', 'tail', '--si'])).toEqual(['--since-start'])
    expect(complete(['inlet', 'survey', 'pre'])).toEqual(['preview'])
    expect(complete(['inlet', 'survey', 'import', 'x.csv', '--au'])).toEqual(['--auto-map'])
    expect(complete(['inlet', 'projects', 'create', '--sh'])).toEqual(['--share'])
    expect(complete(['inlet', 'import', '--auto'])).toEqual([''])
  })

  it('is a valid script if the shell is installed', () => {
    for (const shell of ['bash', 'zsh', 'fish'] as const) {
      const checked = spawnSync(shell, ['-n'], { input: completionScript(shell, program), encoding: 'utf8' })
      if (checked.error) continue
      expect([checked.status, checked.stderr], shell).toEqual([0, ''])
    }
  })
})
