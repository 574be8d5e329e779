/**
 * Playlists and scripts disguised as recordings, next to a canary server. As a control, an unsandboxed ffmpeg must
 * reach the canary through the same files.
 */

import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Canary } from '../../test/canary.ts'
import { startCanary } from '../../test/canary.ts'
import { makeRoot, removeRoot, withInput } from '../../test/job-dirs.ts'
import { hasSamples, samplePath } from '../../test/samples.ts'
import { startBudget } from '../budget.ts'
import { prepareJobDir, sourceName } from '../job.ts'
import { probeSandbox } from '../sandbox/probe.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Demuxer } from './demuxer.ts'
import { probeMedia } from './probe.ts'
import { processMedia } from './process-media.ts'

const run = promisify(execFile)

let root: string
let sandbox: Sandbox
let canary: Canary

beforeAll(async () => {
  root = await makeRoot()
  sandbox = await probeSandbox({ workRoot: root })
  canary = await startCanary(root)
})
afterAll(async () => {
  await canary.stop()
  await removeRoot(root)
})

type Script = { readonly demuxer: string; readonly extension: string; readonly content: string }

function scripts(): Record<'hls' | 'concat' | 'dash', Script> {
  const { url, file } = canary
  return {
    hls: {
      demuxer: 'hls',
      extension: 'mp4',
      content: `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\n${url}hls.ts\n#EXT-X-ENDLIST\n`,
    },
    concat: {
      demuxer: 'concat',
      extension: 'avi',
      content: `ffconcat version 1.0\nfile ${url}concat.mp4\nfile ${file}\n`,
    },
    dash: {
      demuxer: 'dash',
      extension: 'mp3',
      content: `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT10S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="9"><BaseURL>${url}dash.mp4</BaseURL><SegmentBase/></Representation></AdaptationSet></Period></MPD>`,
    },
  }
}

const kinds = ['hls', 'concat', 'dash'] as const

function process(name: string, content: string, box = sandbox) {
  return withInput(root, { name, content }, (file) => processMedia({ sandbox: box, ...file }))
}

/** The weakest sandbox: neither namespaces nor a disconnected network. */
async function openSandbox(): Promise<Sandbox> {
  const reduced = await probeSandbox({ workRoot: root, forceReduced: true })
  return { ...reduced, switches: [] }
}

describe.each(kinds)('a script for %s', (kind) => {
  it('reaches the canary from an unsandboxed ffmpeg (control)', async () => {
    const { demuxer, content } = scripts()[kind]
    const path = join(root, `${kind}.mp4`)
    await writeFile(path, content)
    const open = ['-protocol_whitelist', 'file,http,tcp,crypto', ...(kind === 'concat' ? ['-safe', '0'] : [])]
    const args = ['-v', 'error', ...open, '-f', demuxer, '-i', path, '-f', 'null', '-']
    // The canary sends no video: ffmpeg fails after its request.
    await run('ffmpeg', args, { timeout: 20_000 }).catch(() => {})
    expect(canary.takeHits()).not.toEqual([])
  })

  it('is rejected, whatever its name', async () => {
    const { content, extension } = scripts()[kind]
    const seen = await process(`a.${extension}`, content)
    expect(seen).toMatchObject({ failure: { code: 'type_mismatch' } })
    expect(canary.takeHits()).toEqual([])
  })

  it('is not followed by our ffmpeg arguments even with network access', async () => {
    const box = await openSandbox()
    const demuxers: Demuxer[] = ['mov', 'matroska', 'mp3', 'mpegts']
    const input = { name: 'a.mp4', content: scripts()[kind].content }
    await withInput(root, input, async ({ workDir, inputPath }) => {
      await prepareJobDir(workDir, inputPath)
      const job = { sandbox: box, workDir, signal: undefined, budget: startBudget(60_000) }
      for (const demuxer of demuxers) {
        expect((await probeMedia(job, demuxer, sourceName)).ok, demuxer).toBe(false)
      }
    })
    expect(canary.takeHits()).toEqual([])
  })
})

it('a playlist after an MP3 signature passes the type check and still reaches nothing', async () => {
  const disguised = `ID3\x04\0\0\0\0\0\0${scripts().hls.content}`
  expect(await process('a.mp3', disguised)).toMatchObject({ failure: { code: 'damaged' } })
  expect(await process('a.mp3', disguised, await openSandbox())).toMatchObject({
    failure: { code: 'damaged' },
  })
  expect(canary.takeHits()).toEqual([])
})

it.runIf(hasSamples)('the shared hostile samples are rejected', async () => {
  for (const name of ['playlist-as.mp4', 'concat-as.avi']) {
    const seen = await withInput(root, samplePath('hostile', name), (file) =>
      processMedia({ sandbox, ...file }),
    )
    expect(seen).toMatchObject({ failure: { code: 'type_mismatch' } })
  }
})
