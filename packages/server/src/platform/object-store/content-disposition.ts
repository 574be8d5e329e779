/**
 * Types that a browser shows without running code in them. Everything else, above all HTML and SVG, is downloaded.
 */
const shownInline =
  /\.(pdf|png|jpe?g|gif|bmp|webp|mp4|mov|avi|webm|mkv|m4v|wmv|mpeg|mp3|m4a|wav|flac|ogg|aac|aiff?|amr)$/i

/** RFC 6266, with the RFC 8187 form for names that are not plain ASCII. */
export function contentDisposition(fileName: string, isAttachment = false): string {
  const ascii = fileName.normalize('NFC').replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const type = !isAttachment && shownInline.test(fileName) ? 'inline' : 'attachment'
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
