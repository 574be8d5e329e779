/** Writes laid-out pages as a flat OpenDocument text for LibreOffice to render. */

import { pageColumns, pageRows } from './layout.ts'

const fontSizePt = 10
/** DejaVu Sans Mono is 0.602 em wide. Four spare columns for scripts from fonts with other widths. */
const columnPt = 6.02
const rowPt = 12
const widthPt = Math.ceil((pageColumns + 4) * columnPt)
/** Spare rows: a wide row that wraps must not push the end of the page onto the next. */
const heightPt = (pageRows + 3) * rowPt
const pageWidthPt = 595
const pageHeightPt = 842
const marginX = (pageWidthPt - widthPt) / 2
const marginY = (pageHeightPt - heightPt) / 2

export const flatOdtStart = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:font-face-decls><style:font-face style:name="mono" svg:font-family="'DejaVu Sans Mono'" style:font-pitch="fixed"/><style:font-face style:name="cjk" svg:font-family="'Noto Sans Mono CJK SC'" style:font-pitch="fixed"/></office:font-face-decls>
<office:styles><style:default-style style:family="paragraph"><style:paragraph-properties fo:line-height="${rowPt}pt" fo:orphans="0" fo:widows="0"/><style:text-properties style:font-name="mono" style:font-name-asian="cjk" style:font-name-complex="mono" fo:font-size="${fontSizePt}pt" style:font-size-asian="${fontSizePt}pt" style:font-size-complex="${fontSizePt}pt" fo:language="none" fo:country="none"/></style:default-style><style:style style:name="Standard" style:family="paragraph"/></office:styles>
<office:automatic-styles><style:style style:name="B" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties fo:break-before="page"/></style:style><style:page-layout style:name="A4"><style:page-layout-properties fo:page-width="${pageWidthPt}pt" fo:page-height="${pageHeightPt}pt" fo:margin-left="${marginX}pt" fo:margin-right="${marginX}pt" fo:margin-top="${marginY}pt" fo:margin-bottom="${marginY}pt"/></style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="A4"/></office:master-styles>
<office:body><office:text>
`

export const flatOdtEnd = '</office:text></office:body></office:document>\n'

export function flatOdtPage(rows: readonly string[], isFirst: boolean): string {
  return rows
    .map((row, index) => {
      const style = index === 0 && !isFirst ? 'B' : 'Standard'
      return `<text:p text:style-name="${style}">${escapeRow(row)}</text:p>\n`
    })
    .join('')
}

/** XML collapses spaces, so they are written as elements; a few characters are not allowed at all. */
function escapeRow(row: string): string {
  return row
    .replace(/[\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/^ | {2,}/g, (spaces) => `<text:s text:c="${spaces.length}"/>`)
}
