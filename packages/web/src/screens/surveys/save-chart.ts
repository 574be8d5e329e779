/** Saves the chart of a question as an image. */
import type { QuestionCard } from '@inlet/contract/workspace'
import { type ChartImage, drawChart } from './chart-svg.ts'
import { download } from './download.ts'

export type ImageFormat = 'svg' | 'png'

/** For sharp prints. */
const pngScale = 2

export async function saveChart(
  card: QuestionCard,
  { isFiltered, format }: { isFiltered: boolean; format: ImageFormat },
): Promise<void> {
  const image = drawChart(card, { isFiltered, measure: createMeasure() })
  const svg = new Blob([image.svg], { type: 'image/svg+xml' })
  download(`${card.name}.${format}`, format === 'svg' ? svg : await paint(svg, image))
}

function createMeasure() {
  const context = document.createElement('canvas').getContext('2d')
  return (text: string, size: number, weight: number): number => {
    if (!context) return text.length * size * 0.55
    context.font = `${weight} ${size}px system-ui, sans-serif`
    return context.measureText(text).width
  }
}

async function paint(svg: Blob, { width, height }: ChartImage): Promise<Blob> {
  const address = URL.createObjectURL(svg)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = width * pngScale
    canvas.height = height * pngScale
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise<Blob>((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image could not be made.'))))
    })
  } finally {
    URL.revokeObjectURL(address)
  }
}
