/**
 * Runs in the sandbox: decodes a picture, writes its thumbnail and, if asked for, a grey copy to read text off. Arguments:
 * the picture, the most pixels it may have, the thumbnail to write, the grey copy to write. Prints the size as JSON.
 */

import sharp from 'sharp'

const thumbnailPx = 800
const ocrPx = 3500
/** Screenshots have letters of ten pixels; tesseract is made for twice that. */
const enlargeForOcrBelowPx = 1400

// Loaders by name, all others off: above all SVG, which can refer to other files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadPng',
    'VipsForeignLoadTiff',
    'VipsForeignLoadWebp',
  ],
})

const [path = '', maxPixels = '0', thumbnailPath = '', ocrPath] = process.argv.slice(2)

/** Animations and documents of several pages by their first picture. */
function openImage() {
  return sharp(path, { limitInputPixels: Number(maxPixels), failOn: 'error', pages: 1 }).autoOrient()
}

async function render(): Promise<object | null> {
  const {
    autoOrient,
    width: storedWidth,
    height: storedHeight,
  } = await sharp(path, { limitInputPixels: false }).metadata()
  const { width, height } = autoOrient
  if (storedWidth * storedHeight > Number(maxPixels)) return { width, height, isTooLarge: true }
  await openImage()
    .resize({ width: thumbnailPx, height: thumbnailPx, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, effort: 2 })
    .toFile(thumbnailPath)
  if (ocrPath !== undefined) {
    const longSide = Math.max(width, height)
    const wanted = longSide < enlargeForOcrBelowPx ? longSide * 2 : Math.min(longSide, ocrPx)
    await openImage()
      .resize({ width: wanted, height: wanted, fit: 'inside' })
      .flatten({ background: '#ffffff' })
      .greyscale()
      .png({ compressionLevel: 1 })
      .toFile(ocrPath)
  }
  return { width, height, isTooLarge: false }
}

const size = await render().catch(() => null)
process.stdout.write(JSON.stringify(size))
