/** Splits text with a form feed after each page, as pdftotext writes it, holding one page at a time. */

/** Enough for any real page; one with millions of characters is an attack on memory and index. */
const maxPageCharacters = 200_000

export async function* splitPages(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let page = ''
  for await (const chunk of chunks) {
    const [first = '', ...others] = chunk.split('\f')
    page = append(page, first)
    for (const next of others) {
      yield page
      page = append('', next)
    }
  }
  // Text after the last form feed: the file was truncated.
  if (page !== '') yield page
}

function append(page: string, text: string): string {
  return page.length >= maxPageCharacters ? page : (page + text).slice(0, maxPageCharacters)
}
