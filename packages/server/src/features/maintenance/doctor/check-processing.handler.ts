/** Checks that this machine can run a worker: sandbox, converters, speech. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import {
  findMissingTools,
  listOcrLanguages,
  openWorkRoot,
  probeSandbox,
  type Sandbox,
  SandboxError,
} from '@inlet/processors'
import { sandboxUnusable } from '../../document-processing/document-processing.public.ts'
import {
  openSpeech,
  type SpeechSettings,
} from '../../recording-processing/recording-processing.public.handler.ts'
import { type CheckResult, failed, ok, warning } from './check-result.ts'
import { findUnreadable } from './find-unreadable.ts'

export interface ProcessingSettings {
  workRoot: string
  allowsReduced: boolean
  speech: SpeechSettings
}

export async function checkProcessing(settings: ProcessingSettings): Promise<CheckResult[]> {
  const { workRoot, allowsReduced, speech } = settings
  let sandbox: Sandbox
  try {
    await openWorkRoot(workRoot)
    sandbox = await probeSandbox({ workRoot, allowsReduced })
  } catch (error) {
    if (!(error instanceof SandboxError && error.code === 'refused'))
      return [failed('sandbox', error instanceof Error ? error.message : String(error), workDirFix)]
    const { detail, fix } = sandboxUnusable(error.message)
    return [failed('sandbox', detail, fix), await checkSpeech(speech)]
  }
  return [
    sandbox.mode === 'full'
      ? ok('sandbox', 'full')
      : warning('sandbox', `reduced: ${sandbox.reason}`, sandboxUnusable('').fix),
    ...(await checkTools(sandbox, workRoot)),
    await checkSpeech(speech),
  ]
}

const workDirFix = 'Run the command as the user of the worker, and check INLET_WORK_DIR.'

async function checkTools(sandbox: Sandbox, workRoot: string): Promise<CheckResult[]> {
  // Started as root, the worker runs converters as another user, who needs the same Node and code.
  const code = [process.execPath, createRequire(import.meta.url).resolve('@inlet/processors')]
  const unreadable = sandbox.dropsRoot ? await findUnreadable(code) : undefined
  if (unreadable !== undefined)
    return [
      failed(
        'converters',
        `the user that converters run as cannot read ${unreadable}`,
        'Install Node and Inlet in a folder that all users can read, such as /opt, or run "chmod o+rx" on the folder.',
      ),
    ]
  const missing = await findMissingTools(sandbox, workRoot)
  if (missing.length > 0)
    return missing.map((what) =>
      failed('converters', what, 'Install the packages listed in scripts/debian-packages.txt.'),
    )
  const versions = await Promise.all(programs.map(versionOf))
  const ocrLanguages = await listOcrLanguages(sandbox, workRoot)
  return [ok('converters', versions.join(', ')), ok('ocr languages', [...ocrLanguages].join(', '))]
}

const programs: readonly (readonly [string, string])[] = [
  ['soffice', '--version'],
  ['pdftotext', '-v'],
  ['qpdf', '--version'],
  ['tesseract', '--version'],
  ['ffmpeg', '-version'],
  ['bwrap', '--version'],
]

async function versionOf([program, flag]: readonly [string, string]): Promise<string> {
  const child = spawn(program, [flag], { stdio: ['ignore', 'pipe', 'pipe'], timeout: 20_000 })
  try {
    const started = once(child, 'spawn')
    const output = Promise.all([text(child.stdout), text(child.stderr)])
    await started
    const number = /\d+(\.\d+)+/.exec((await output).join(' '))?.[0]
    return `${program} ${number ?? '?'}`
  } catch {
    return `${program} ?`
  }
}

async function checkSpeech(settings: SpeechSettings): Promise<CheckResult> {
  if (settings.engines.includes('none'))
    return warning(
      'speech',
      'disabled: recordings are not transcribed',
      'Set INLET_SPEECH_ENGINES to local or http.',
    )
  try {
    await openSpeech(settings)
    return ok('speech', settings.engines.join(', '))
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return failed(
      'speech',
      detail,
      'Run "npm run models", set INLET_MODELS_DIR to its output directory, or set INLET_SPEECH_ENGINES=none.',
    )
  }
}
