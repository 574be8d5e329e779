import type { QuestionCard } from '@inlet/contract/workspace'
import { reasonOf } from '../../manage/item-texts.ts'
import { showNotice } from '../../notices/notice-store.ts'
import { TextButton } from '../../ui/TextButton.tsx'
import classes from './CardExports.module.css'
import { cardTable } from './card-table.ts'
import { writeCsv } from './csv.ts'
import { downloadCsv } from './download.ts'

/** Saves the numbers of a question as CSV, and its chart as an image. */
export function CardExports({ card, isFiltered }: { card: QuestionCard; isFiltered: boolean }) {
  const saveImage = async (format: 'svg' | 'png') => {
    try {
      const { saveChart } = await import('./save-chart.ts')
      await saveChart(card, { isFiltered, format })
    } catch (error) {
      showNotice({ text: reasonOf(error), isProblem: true })
    }
  }
  const saveCsv = () => downloadCsv(`${card.name}.csv`, writeCsv(cardTable(card, { isFiltered }).csv))
  return (
    <div className={classes.exports}>
      <TextButton className={classes.one} onClick={saveCsv} aria-label={`Export ${card.name} as CSV`}>
        CSV
      </TextButton>
      {(['svg', 'png'] as const).map((format) => (
        <TextButton
          key={format}
          className={classes.one}
          onClick={() => void saveImage(format)}
          aria-label={`Export ${card.name} as ${format.toUpperCase()}`}
        >
          {format.toUpperCase()}
        </TextButton>
      ))}
    </div>
  )
}
