/** Pages out of a text with a form feed after each, as pdftotext writes it, without holding more than one. */

/** Enough for any page that people read; a page of millions of characters is made to fill memory and index. */
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
  // Text after the last form feed: from a file that was cut off.
  if (page !== '') yield page
}

function append(page: string, text: string): string {
  return page.length >= maxPageCharacters ? page : (page + text).slice(0, maxPageCharacters)
}
