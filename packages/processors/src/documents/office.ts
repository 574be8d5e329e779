/** One LibreOffice for one document: a fresh profile, one conversion, and it is gone. */

import { readFile, realpath } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import type { Result } from '../failures.ts'
import { damaged } from '../failures.ts'
import type { Job } from '../job.ts'
import { outputFile, runTool } from '../job.ts'
import { nullIfMissing } from '../missing.ts'
import { pathInside, SandboxError } from '../sandbox/sandbox.ts'
import type { OfficeFilter } from './office-filters.ts'

const profileAsset = new URL('../../assets/libreoffice/registrymodifications.xcu', import.meta.url)
const profileDir = 'profile'
const outDir = 'out'
const quietly = [
  '--headless',
  '--norestore',
  '--nologo',
  '--nodefault',
  '--nolockcheck',
  '--nofirststartwizard',
]
/** LibreOffice asks to be started again when it has changed its own installation, as after an extension update. */
const restartExitCode = 81

export type Office = { readonly programDir: string; readonly buildId: string }

/** @throws SandboxError when LibreOffice is not installed. */
export async function findOffice(): Promise<Office> {
  const folders = ['/usr/bin', '/usr/local/bin', ...(process.env['PATH'] ?? '').split(delimiter)]
  for (const folder of folders) {
    const launcher = await nullIfMissing(realpath(join(folder, 'soffice')))
    if (launcher === null) continue
    const programDir = dirname(launcher)
    const version = (await nullIfMissing(readFile(join(programDir, 'versionrc'), 'utf8'))) ?? ''
    return { programDir, buildId: /^buildid=(.*)$/m.exec(version)?.[1]?.trim() ?? '' }
  }
  throw new SandboxError('tool_missing', 'LibreOffice (soffice) is not installed')
}

/** The files of a fresh profile, by their path in the job's directory. */
export async function profileFiles(office: Office): Promise<ReadonlyMap<string, string>> {
  return new Map([
    [`${profileDir}/user/registrymodifications.xcu`, await readFile(profileAsset, 'utf8')],
    // Says that the extensions are registered already (there are none): spares a restart of a fifth of a second.
    [`${profileDir}/user/extensions/buildid`, office.buildId],
  ])
}

export type Conversion = {
  /** Relative to the job's directory, as is the PDF that comes out. */
  readonly inputName: string
  readonly filter: OfficeFilter
  readonly wallMs?: number
}

export async function convertToPdf(
  job: Job,
  office: Office,
  conversion: Conversion,
): Promise<Result<{ pdfName: string }>> {
  const { inputName, filter, wallMs } = conversion
  const inside = pathInside(job.sandbox, job.workDir)
  const start = () =>
    runTool(job, {
      // Not the `soffice` script: it starts a shell, a splash screen program and a search for Java first.
      command: join(office.programDir, 'soffice.bin'),
      args: [
        `-env:UserInstallation=file://${inside}/${profileDir}`,
        ...quietly,
        // Without it LibreOffice goes by content, and renders a web page that is called .doc.
        `--infilter=${filter.input}`,
        '--convert-to',
        `pdf:${filter.output}`,
        '--outdir',
        `${inside}/${outDir}`,
        inputName,
      ],
      readOnlyPaths: [dirname(office.programDir)],
      env: {
        SAL_USE_VCLPLUGIN: 'svp',
        // Where /proc is missing its libraries cannot find themselves by their own path.
        LD_LIBRARY_PATH: office.programDir,
        // Address space is limited: by default each thread reserves an arena of its own.
        MALLOC_ARENA_MAX: '2',
      },
      limits: wallMs === undefined ? {} : { wallMs },
    })
  let end = await start()
  if (end.kind === 'crashed' && end.exitCode === restartExitCode) end = await start()
  if (end.kind === 'failed') return end
  // The exit code tells nothing: it is 0 for a document that could not be loaded. The PDF is there or it is not.
  const pdfName = `${outDir}/${withoutExtension(inputName)}.pdf`
  return (await outputFile(job, pdfName)) === null ? damaged : { ok: true, pdfName }
}

function withoutExtension(name: string): string {
  return name.replace(/\.[^.]*$/, '')
}
