/**
 * Runs in the sandbox: decodes an image, writes its thumbnail and optionally a greyscale copy for OCR. Arguments: the
 * image, the pixel limit, the thumbnail to write, the greyscale copy to write. Prints the size as JSON.
 */

import sharp from 'sharp'

const thumbnailPx = 800
const ocrPx = 3500
/** Letters in screenshots are ten pixels high; tesseract expects twice that. */
const enlargeForOcrBelowPx = 1400

// Enables loaders by name and disables all others, above all SVG, which can reference other files.
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

/** Only the first frame or page. */
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
