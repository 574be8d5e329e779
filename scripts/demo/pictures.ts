/** Images with text, drawn as a PDF page and rasterized by poppler. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { MadeFile } from './documents.ts'
import { type Mark, type Sheet, wrap, writeSheets } from './sheets.ts'

const run = promisify(execFile)
const notes = ['#fde9a9', '#b3dade', '#f6c9c4', '#cfe8d3']

export function makePictures(): MadeFile[] {
  return [
    { name: 'Workshop wall.png', make: () => toPng(workshopWall()) },
    { name: 'Receipt, visit 3.png', make: () => toPng(receipt()) },
    { name: 'Sketch of the address form.png', make: () => toPng(sketch()) },
  ]
}

function workshopWall(): Sheet {
  const words = [
    'Country list is too long',
    'Keep my basket on every device',
    'Show the slot before the price',
    'Card refused without a reason',
    'Family shares one basket',
    'Address form forgets line two',
    'Ask for the country last',
    'Remind me what I bought in May',
    'Voice order while cooking',
    'No idea when the driver comes',
    'Discount code is hidden',
    'Pay without signing in',
  ]
  const marks: Mark[] = [
    { kind: 'box', x: 0, y: 0, width: 960, height: 640, fill: '#f4f1ec' },
    { kind: 'text', x: 40, y: 58, size: 30, isBold: true, text: 'What stops people at checkout?' },
  ]
  for (const [index, word] of words.entries()) {
    const x = 40 + (index % 4) * 224
    const y = 90 + Math.floor(index / 4) * 180
    marks.push({
      kind: 'box',
      x,
      y,
      width: 204,
      height: 156,
      fill: notes[(index * 3) % notes.length] ?? '#ffffff',
    })
    for (const [row, line] of wrap(word, 18).entries())
      marks.push({ kind: 'text', x: x + 16, y: y + 44 + row * 28, size: 20, text: line })
  }
  return { width: 960, height: 640, marks }
}

function receipt(): Sheet {
  const rows = [
    ['Oat milk 1 l', '1.89'],
    ['Apples 2 kg', '4.40'],
    ['Bread, rye', '3.20'],
    ['Coffee 500 g', '7.95'],
    ['Lentils 500 g', '2.10'],
    ['Delivery 17-19 h', '3.90'],
  ]
  const line = (y: number, left: string, right: string, isBold = false): Mark[] => [
    { kind: 'text', x: 36, y, size: 18, isBold, text: left },
    { kind: 'text', x: 300, y, size: 18, isBold, text: right },
  ]
  return {
    width: 400,
    height: 560,
    marks: [
      { kind: 'box', x: 0, y: 0, width: 400, height: 560, fill: '#fdfdf8' },
      { kind: 'text', x: 36, y: 60, size: 26, isBold: true, text: 'CORNER GROCERY' },
      { kind: 'text', x: 36, y: 90, size: 16, text: 'Order 20 418   7 October' },
      ...rows.flatMap(([left = '', right = ''], index) => line(150 + index * 36, left, right)),
      ...line(392, 'Total', '23.44', true),
      { kind: 'text', x: 36, y: 460, size: 16, text: 'Country of delivery: as last time' },
      { kind: 'text', x: 36, y: 490, size: 16, text: 'Thank you' },
    ],
  }
}

function sketch(): Sheet {
  const fields = ['Street and number', 'Second line', 'Postcode and town', 'Phone, for the driver']
  return {
    width: 720,
    height: 560,
    marks: [
      { kind: 'box', x: 0, y: 0, width: 720, height: 560, fill: '#ffffff' },
      { kind: 'text', x: 40, y: 60, size: 28, isBold: true, text: 'Where to?' },
      ...fields.flatMap((field, index): Mark[] => [
        { kind: 'text', x: 40, y: 112 + index * 84, size: 18, text: field },
        { kind: 'box', x: 40, y: 122 + index * 84, width: 400, height: 40, fill: '#eff1f3' },
      ]),
      { kind: 'text', x: 40, y: 460, size: 18, text: 'Delivered within your country. Change' },
      { kind: 'box', x: 40, y: 484, width: 180, height: 44, fill: '#b3dade' },
      { kind: 'text', x: 64, y: 512, size: 18, isBold: true, text: 'Choose a slot' },
      { kind: 'text', x: 480, y: 150, size: 18, text: 'no list of countries' },
      { kind: 'text', x: 480, y: 176, size: 18, text: 'nothing is emptied' },
      { kind: 'text', x: 480, y: 512, size: 18, text: 'slot before price' },
    ],
  }
}

export async function toPng(sheet: Sheet): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-demo-'))
  try {
    const path = join(folder, 'page.pdf')
    await writeFile(path, writeSheets([sheet]))
    await run('pdftoppm', ['-png', '-singlefile', '-r', '110', path, join(folder, 'page')])
    return await readFile(join(folder, 'page.png'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
