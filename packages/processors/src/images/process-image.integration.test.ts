import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import type { Sharp } from 'sharp'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Input } from '../../test/job-dirs.ts'
import { useSandbox, withInput } from '../../test/job-dirs.ts'
import { hasSamples, samplePath, samplesIn } from '../../test/samples.ts'
import { chooseOcrLanguages, listOcrLanguages } from '../ocr-languages.ts'
import { processImage } from './process-image.ts'

const env = useSandbox()

/** Processes an image and reads its thumbnail before the directory is removed. */
function see(input: Input) {
  return withInput(env.root, input, async (file) => {
    const result = await processImage({ sandbox: env.sandbox, ...file })
    if (!result.ok) return result
    const { format, width, height } = await sharp(result.thumbnailPath).metadata()
    const { dominant } = await sharp(result.thumbnailPath).stats()
    return { ...result, thumbnail: { format, width, height, dominant } }
  })
}

function picture(text: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="500"><rect width="100%" height="100%" fill="white"/><text x="60" y="200" font-size="60" font-family="DejaVu Sans">${text}</text></svg>`
  return sharp(Buffer.from(svg))
}

/** 24 bits per pixel, bottom-up rows, as Windows writes it. */
async function bmpOf(image: Sharp): Promise<Buffer> {
  const { data, info } = await image.removeAlpha().flip().raw().toBuffer({ resolveWithObject: true })
  const rowBytes = Math.ceil((info.width * 3) / 4) * 4
  const pixels = Buffer.alloc(rowBytes * info.height)
  for (let y = 0; y < info.height; y += 1)
    data.copy(pixels, y * rowBytes, y * info.width * 3, (y + 1) * info.width * 3)
  return Buffer.concat([bmpHeader(info.width, info.height, pixels.length), pixels])
}

function bmpHeader(width: number, height: number, pixelBytes: number): Buffer {
  const header = Buffer.alloc(54)
  header.write('BM')
  header.writeUInt32LE(54 + pixelBytes, 2)
  header.writeUInt32LE(54, 10)
  header.writeUInt32LE(40, 14)
  header.writeInt32LE(width, 18)
  header.writeInt32LE(height, 22)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(24, 28)
  return header
}

/** A PNG with a large claimed size and hardly any data. */
function pngClaiming(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('each image type', () => {
  it.each(['png', 'jpg', 'jpeg', 'gif', 'tiff', 'webp', 'bmp'] as const)(
    '.%s yields size, thumbnail and text',
    async (extension) => {
      const image = picture('image-marker-9')
      const content =
        extension === 'bmp'
          ? await bmpOf(image)
          : await image.toFormat(extension === 'jpg' ? 'jpeg' : (extension as 'png')).toBuffer()
      const seen = await see({ name: `a.${extension}`, content })
      expect(seen).toMatchObject({
        ok: true,
        width: 1000,
        height: 500,
        thumbnail: { format: 'webp', width: 800, height: 400 },
      })
      expect(seen.ok && seen.text).toContain('image-marker-9')
    },
  )

  it.each([
    ['fr-FR', 'Élèves français'],
    ['ru-RU', 'Участники опроса'],
    ['el-GR', 'Συμμετέχοντες'],
    ['ar', 'المشاركون'],
    ['he-IL', 'משתתפים'],
  ])('in %s yields its text', async (locale, text) => {
    const ocr = chooseOcrLanguages([locale], await listOcrLanguages(env.sandbox, env.root))
    const content = await picture(text).png().toBuffer()
    const seen = await withInput(env.root, { name: 'a.png', content }, (file) =>
      processImage({ sandbox: env.sandbox, ...file, ocr }),
    )
    expect(seen.ok && seen.text).toContain(text)
  })

  it('does not enlarge a small image', async () => {
    const content = await sharp({ create: { width: 3, height: 2, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer()
    expect(await see({ name: 'a.png', content })).toMatchObject({
      width: 3,
      height: 2,
      text: '',
      thumbnail: { width: 3, height: 2 },
    })
  })

  it('applies the EXIF orientation', async () => {
    const content = await picture('upright-42')
      .rotate(90)
      .jpeg()
      .withExif({ IFD0: { Orientation: '8' } })
      .toBuffer()
    const oriented = await sharp(content).withMetadata({ orientation: 8 }).toBuffer()
    const seen = await see({ name: 'a.jpg', content: oriented })
    expect(seen).toMatchObject({ width: 1000, height: 500, thumbnail: { width: 800, height: 400 } })
    expect(seen.ok && seen.text).toContain('upright-42')
  })

  it('uses the first frame of an animation', async () => {
    const frame = (background: string) =>
      sharp({ create: { width: 40, height: 40, channels: 3, background } })
        .png()
        .toBuffer()
    const frames = [await frame('#ff0000'), await frame('#0000ff')]
    const content = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const seen = await see({ name: 'a.gif', content })
    expect(seen).toMatchObject({ width: 40, height: 40, thumbnail: { width: 40, height: 40 } })
    if (!seen.ok) throw new Error(seen.failure.message)
    expect(seen.thumbnail.dominant.r).toBeGreaterThan(seen.thumbnail.dominant.b)
  })
})

describe('rejections', () => {
  it.each([
    ['empty.png', Buffer.alloc(0), 'file_empty'],
    [
      'vector.png',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'type_mismatch',
    ],
    ['document.pdf', Buffer.from('%PDF-1.4'), 'unsupported'],
    ['flood.png', pngClaiming(20_000, 20_000), 'too_complex'],
    ['flood.bmp', bmpHeader(20_000, 20_000, 1000), 'too_complex'],
    ['cut.png', pngClaiming(900, 900), 'damaged'],
  ])('%s ends with a reason', async (name, content, code) => {
    expect(await see({ name, content })).toMatchObject({ ok: false, failure: { code } })
  })

  it('rejects a JPEG named .png', async () => {
    const input = join(env.root, 'photo.png')
    await writeFile(input, await picture('x').jpeg().toBuffer())
    const seen = await see(input)
    expect(seen).toMatchObject({ failure: { code: 'type_mismatch' } })
    expect(seen.ok || seen.failure.message).toContain('a JPEG image')
  })
})

describe.runIf(hasSamples)('the shared samples', () => {
  const images = samplesIn('documents').filter((name) => name.startsWith('img.'))

  it.each(images)('reads the marker of %s', async (name) => {
    const seen = await see(samplePath('documents', name))
    expect(seen.ok && seen.text).toContain('image-marker-42')
  })
})
