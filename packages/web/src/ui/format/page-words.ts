/** What the pages of a document are called: a presentation has slides. */
export interface PageWords {
  /** `Page` or `Slide`, as in `Page 3`. */
  title: string
  one: string
  many: string
}

const pages: PageWords = { title: 'Page', one: 'page', many: 'pages' }
const slides: PageWords = { title: 'Slide', one: 'slide', many: 'slides' }

/** By the file name or its extension. */
export const pageWordsOf = (name: string): PageWords => (/(?:^|\.)pptx?$/i.test(name) ? slides : pages)
