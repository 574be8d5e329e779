/** The chart of a question as an SVG image for reports: on white, in the colors of the light theme. Pure. */
import type { QuestionCard } from '@inlet/contract/workspace'
import { formatCount } from '../../ui/format/count.ts'
import { formatPercent } from '../../ui/format/percent.ts'
import { byMeanRank, formatMeanRank } from './card-table.ts'
import { formatScore, groupsOf, scoresOf } from './nps.ts'
import { wrapText } from './wrap-text.ts'

export interface ChartImage {
  svg: string
  width: number
  height: number
}

export interface ChartOptions {
  isFiltered: boolean
  /** The width of a text in pixels, at this size and weight. */
  measure: (text: string, size: number, weight: number) => number
}

const width = 800
const margin = 24
const labelWidth = 260
const numberWidth = 120
const gap = 16
const barLeft = margin + labelWidth + gap
const barWidth = width - barLeft - gap - numberWidth - margin
const lineHeight = 18
const bodySize = 14

const colors = {
  text: '#171b1f',
  quiet: '#5b656e',
  track: '#e9ecee',
  bar: '#0b626d',
  neutral: '#7d8790',
  negative: '#b3261e',
} as const

interface Row {
  label: string
  numbers: string
  share: number
  /** Of all responses, if the chart is filtered. */
  shareOfAll?: number
  color?: string
}

export function drawChart(card: QuestionCard, { isFiltered, measure }: ChartOptions): ChartImage {
  const parts: string[] = []
  let top = margin
  const write = (text: string, style: { size: number; weight?: number; color?: string }) => {
    const { size, weight = 400, color = colors.text } = style
    const lines = wrapText(text, width - 2 * margin, (part) => measure(part, size, weight), 4)
    for (const line of lines) {
      top += Math.round(size * 1.3)
      parts.push(textAt(line, { x: sideOf(line, margin, width - margin), y: top - 4, size, weight, color }))
    }
  }
  write(card.name, { size: 18, weight: 600 })
  write(describeBase(card, isFiltered), { size: 13, color: colors.quiet })
  if (card.nps)
    write(`Score ${formatScore(card.nps.score)}, from −100 to 100`, { size: bodySize, weight: 600 })
  top += 12
  for (const row of rowsOf(card, isFiltered)) {
    const lines = wrapText(row.label, labelWidth, (part) => measure(part, bodySize, 400))
    const height = Math.max(28, lines.length * lineHeight + 10)
    parts.push(drawRow(row, lines, top, height))
    top += height
  }
  const notes = notesOf(card, isFiltered)
  if (notes.length > 0) top += 8
  for (const note of notes) write(note, { size: 12, color: colors.quiet })
  const height = top + margin
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui, sans-serif">`,
    `<title>${escapeXml(card.name)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n')
  return { svg, width, height }
}

function describeBase({ answered, base }: QuestionCard, isFiltered: boolean): string {
  return `${formatCount(answered)} of ${formatCount(base)} answered${isFiltered ? ', filtered' : ''}`
}

function notesOf(card: QuestionCard, isFiltered: boolean): string[] {
  const { type, options, option_count: count } = card
  return [
    ...(type === 'Ranking'
      ? ['Mean rank, and how many respondents ranked the option first. Sorted by mean rank, best first.']
      : []),
    ...(type === 'Multi choice' ? ['Percent of respondents; the total can exceed 100 %.'] : []),
    ...(type !== 'NPS' && count > options.length
      ? [`The ${formatCount(options.length)} most frequent of ${formatCount(count)} answers.`]
      : []),
    ...(isFiltered && type !== 'Ranking' ? ['The thin line shows all responses without filters.'] : []),
  ]
}

function rowsOf(card: QuestionCard, isFiltered: boolean): Row[] {
  const { type, options, answered, answered_of_all: answeredOfAll, nps, nps_of_all: npsOfAll } = card
  const numbersOf = (count: number) => `${formatPercent(count, answered)}  ${formatCount(count)}`
  const sharesOf = (count: number, countOfAll: number) => ({
    share: answered > 0 ? count / answered : 0,
    ...(isFiltered && { shareOfAll: answeredOfAll > 0 ? countOfAll / answeredOfAll : 0 }),
  })
  if (type === 'Ranking')
    return byMeanRank(options).map(({ label, mean_place: place, first_count: first }) => ({
      label: `${formatMeanRank(place)} ${label}`,
      numbers: numbersOf(first ?? 0),
      share: answered > 0 ? (first ?? 0) / answered : 0,
    }))
  if (type !== 'NPS')
    return options.map(({ label, count, count_of_all: countOfAll }) => ({
      label,
      numbers: numbersOf(count),
      ...sharesOf(count, countOfAll),
    }))
  const ofAll = npsOfAll ? groupsOf(npsOfAll) : []
  const groupColors = { Promoters: colors.bar, Passives: colors.neutral, Detractors: colors.negative }
  return [
    ...(nps ? groupsOf(nps) : []).map(({ name, scores, count }, i) => ({
      label: `${name} (${scores})`,
      numbers: numbersOf(count),
      color: groupColors[name],
      ...sharesOf(count, ofAll[i]?.count ?? 0),
    })),
    ...scoresOf(options)
      .toReversed()
      .map(({ score, count, countOfAll }) => ({
        label: String(score),
        numbers: numbersOf(count),
        ...sharesOf(count, countOfAll),
      })),
  ]
}

function drawRow(row: Row, lines: readonly string[], top: number, height: number): string {
  const { numbers, share, shareOfAll, color = colors.bar } = row
  const middle = top + height / 2
  const firstLine = middle - ((lines.length - 1) * lineHeight) / 2 + 5
  const bar = (part: number, y: number, thickness: number, fill: string) =>
    `<rect x="${barLeft}" y="${y}" width="${round(barWidth * Math.min(part, 1))}" height="${thickness}" rx="3" fill="${fill}"/>`
  return [
    ...lines.map((line, i) =>
      textAt(line, {
        x: sideOf(line, margin, margin + labelWidth),
        y: firstLine + i * lineHeight,
        size: bodySize,
      }),
    ),
    bar(1, middle - 7, 14, colors.track),
    ...(share > 0 ? [bar(share, middle - 7, 14, color)] : []),
    ...(shareOfAll ? [bar(shareOfAll, middle + 9, 2, colors.neutral)] : []),
    `<text x="${width - margin}" y="${middle + 5}" font-size="${bodySize}" fill="${colors.text}" text-anchor="end" xml:space="preserve">${escapeXml(numbers)}</text>`,
  ].join('\n')
}

interface TextStyle {
  x: number
  y: number
  size: number
  weight?: number
  color?: string
}

function textAt(text: string, { x, y, size, weight = 400, color = colors.text }: TextStyle): string {
  const direction = isRightToLeft(text) ? ' direction="rtl"' : ''
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${color}"${direction} xml:space="preserve">${escapeXml(text)}</text>`
}

/** Text starts on the right in scripts that are written from there. */
const sideOf = (text: string, left: number, right: number) => (isRightToLeft(text) ? right : left)

const strong = /[\p{L}]/u
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
/** By the first letter, as browsers do with dir="auto". */
const isRightToLeft = (text: string): boolean => rightToLeft.test(strong.exec(text)?.[0] ?? '')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** XML cannot contain most control characters, or half a surrogate pair. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replaceAll(/[&<>"]/g, (found) => entities[found] ?? found)

const round = (value: number): number => Math.round(value * 100) / 100
