import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompoundOptions, CompoundPart } from '../../test/fixtures/compound.ts'
import { writeCompoundFile } from '../../test/fixtures/compound.ts'
import { CompoundFileError } from './compound-file.ts'
import { summarizeCompoundFile } from './compound-summary.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inlet-ole-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function summarize(content: Buffer) {
  const path = join(folder, 'a.doc')
  await writeFile(path, content)
  await using file = await open(path)
  return await summarizeCompoundFile(file)
}
const of = (parts: CompoundPart[], options?: CompoundOptions) => summarize(writeCompoundFile(parts, options))

/** The information block of a Word document with its flags. */
function word(flags: number): CompoundPart {
  const start = Buffer.alloc(32)
  start.writeUInt16LE(0xa5ec, 0)
  start.writeUInt16LE(flags, 10)
  return { name: 'WordDocument', start }
}

/** A workbook as a list of record types, each with four bytes of content. */
function workbook(...types: number[]): CompoundPart {
  const records = types.map((type) => {
    const record = Buffer.alloc(8)
    record.writeUInt16LE(type, 0)
    record.writeUInt16LE(4, 2)
    return record
  })
  return { name: 'Workbook', start: Buffer.concat(records) }
}

function currentUser(token: number): CompoundPart {
  const start = Buffer.alloc(40)
  start.writeUInt32LE(token, 12)
  return { name: 'Current User', start }
}

const presentation = { name: 'PowerPoint Document', start: Buffer.alloc(8) }

describe('summarizing a compound file', () => {
  it('lists its streams', async () => {
    expect((await of([word(0), workbook(0x809)])).streamNames).toEqual(['WordDocument', 'Workbook'])
  })

  it.each([
    ['Word, open', [word(0x0010)], {}, false],
    ['Word, locked', [word(0x0110)], {}, true],
    ['Excel, open', [workbook(0x809, 0x42)], {}, false],
    ['Excel, locked', [workbook(0x809, 0x2f)], {}, true],
    ['Excel, write-protected and locked', [workbook(0x809, 0x86, 0x2f)], {}, true],
    ['Excel, the same record type later in the file', [workbook(0x809, 0x42, 0x2f)], {}, false],
    ['PowerPoint, open', [presentation], { miniStream: currentUser(0xe391c05f) }, false],
    ['PowerPoint, locked', [presentation], { miniStream: currentUser(0xf3d1c4df) }, true],
    ['a modern document, locked', [{ name: 'EncryptedPackage', start: Buffer.alloc(8) }], {}, true],
  ])('detects whether a password is needed: %s', async (_what, parts, options, isProtected) => {
    expect((await of(parts, options)).isProtected).toBe(isProtected)
  })

  it.each([
    ['truncated in its header', writeCompoundFile([word(0)]).subarray(0, 300)],
    ['truncated in its directory', writeCompoundFile([word(0)]).subarray(0, 1100)],
    [
      'random after its signature',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(5000, 'random')]),
    ],
  ])('throws CompoundFileError for a file that is %s', async (_what, content) => {
    await expect(summarize(content)).rejects.toThrow(CompoundFileError)
  })

  it('terminates on any damaged file, loops included', async () => {
    const good = writeCompoundFile([word(0), workbook(0x809)], { miniStream: currentUser(0xe391c05f) })
    const change = fc.record({ at: fc.nat(good.length - 1), byte: fc.nat(255) })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const damaged = Buffer.from(good)
        for (const { at, byte } of changes) damaged[at] = byte
        await summarize(damaged).catch((error: unknown) => expect(error).toBeInstanceOf(CompoundFileError))
      }),
      { numRuns: 300 },
    )
  })

  it('terminates although the directory points to itself', async () => {
    const loop = writeCompoundFile([word(0)])
    const directorySector = loop.readUInt32LE(48)
    loop.writeUInt32LE(directorySector, 512 + directorySector * 4)
    expect((await summarize(loop)).streamNames.length).toBeGreaterThan(0)
  })
})
