/** Runs every program of the README as printed, with the published package. */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { startFileServer } from '../../../acceptance/harness/file-server.ts'
import { makeBmp, makePdf, makeWav } from '../../../acceptance/harness/samples.ts'
import { checkTypes, installPackage, linkNodeTypes, readSnippets } from './package.ts'

const run = promisify(execFile)
const snippets = (await readSnippets()).filter(({ language }) => language === 'ts')
const shared = snippets.filter(({ file }) => file !== undefined)
const programs = snippets.filter(({ file }) => file === undefined)

const linked = await startFileServer()
linked.replies.set('/report.pdf', { body: makePdf('A linked report') })
afterAll(() => linked.close())

/** A project with the files that the programs use. */
async function makeReaderFolder(): Promise<string> {
  const folder = await installPackage()
  await linkNodeTypes(folder)
  for (const { file, code } of shared) await writeFile(join(folder, file ?? ''), code)
  await writeFile(join(folder, 'report.pdf'), makePdf('A report'))
  await writeFile(
    join(folder, 'spring.csv'),
    'Email,Why did you choose us?,Score\nanna@example.org,It is quick.,9\nben@example.org,It is near.,8\n',
  )
  await writeFile(join(folder, 'interview.wav'), makeWav())
  await writeFile(join(folder, 'interview.vtt'), 'WEBVTT\n\n00:00.100 --> 00:00.900\n<v Moderator>Hello.\n')
  await mkdir(join(folder, 'inbox'))
  await writeFile(join(folder, 'inbox/note.txt'), 'A note.')
  await writeFile(join(folder, 'inbox/board.bmp'), makeBmp(20, 20))
  return folder
}

describe('the README', () => {
  it('has programs', () => {
    expect(shared.map(({ file }) => file)).toEqual(['inlet.ts'])
    expect(programs.length).toBeGreaterThanOrEqual(6)
  })

  for (const [index, { code }] of programs.entries()) {
    it(`program ${index} runs as printed`, async () => {
      const folder = await makeReaderFolder()
      await writeFile(join(folder, `program-${index}.ts`), code)
      expect(await checkTypes(folder, { lib: ['ESNext'], types: ['node'] })).toBe('')
      const { clientId, clientSecret } = inject('eventKey')
      const { stdout, stderr } = await run(process.execPath, [`program-${index}.ts`], {
        cwd: folder,
        // Below the timeout of the test, so that no program outlives it.
        timeout: 100_000,
        env: {
          PATH: process.env['PATH'],
          INLET_BASE_URL: inject('baseUrl'),
          INLET_CLIENT_ID: clientId,
          INLET_CLIENT_SECRET: clientSecret,
          SOURCE_URL: `${linked.url}/report.pdf`,
        },
      })
      expect(stderr).toBe('')
      if (code.includes('console.log')) expect(stdout).not.toBe('')
    })
  }
})
