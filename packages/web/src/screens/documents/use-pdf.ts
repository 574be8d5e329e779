import { useEffect, useState } from 'react'
import type { PageSize } from './page-layout.ts'
import type { PDFDocumentProxy, PdfTools } from './pdf.ts'

export interface OpenPdf {
  pdf: PDFDocumentProxy
  tools: PdfTools
  firstSize: PageSize
}

type State = { is: 'loading' } | ({ is: 'open' } & OpenPdf) | { is: 'failed'; error: unknown }

/** Loads `startPage` first, so that earlier pages are not fetched. A new `attempt` reloads the file. */
export function usePdf(path: string, startPage: number, attempt: number): State {
  const [state, setState] = useState<State>({ is: 'loading' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reloads the same path, a new start page does not
  useEffect(() => {
    let isWanted = true
    let close: (() => Promise<void>) | undefined
    setState({ is: 'loading' })
    const open = async () => {
      const { pdfTools: tools } = await import('./pdf.ts')
      if (!isWanted) return
      const task = tools.openPdf(path)
      close = () => task.destroy()
      const pdf = await task.promise
      const { width, height } = (await pdf.getPage(Math.min(startPage, pdf.numPages))).getViewport({
        scale: 1,
      })
      if (isWanted) setState({ is: 'open', pdf, tools, firstSize: { width, height } })
    }
    open().catch((error: unknown) => {
      if (isWanted) setState({ is: 'failed', error })
    })
    return () => {
      isWanted = false
      void close?.()
    }
  }, [path, attempt])
  return state
}
