/** Metadata columns of survey tools, which contain no answers. */
import { headerWords } from './header-text.ts'

const metadataNames = new Set(
  `status, response type, progress, finished, duration, duration in seconds, user language,
  distribution channel, external reference, external data reference, collector id, collector,
  network id, ip address, ip, respondent id, response id, user agent, referer, referrer,
  location latitude, location longitude, latitude, longitude, tags, last page, seed, session id,
  browser, total time, time taken, submission id, q recaptcha score, stage, ending, response number,
  row, index, no, nr, id, weight, gewicht, antworttyp, antwort id, dauer, uuid, guid, token`.split(/,\s+/),
)

/** Also matches short names that start or end with an id word, such as `Respondent ID`, `ID répondant` and `user_id`. */
export function isToolColumn(nameText: string): boolean {
  const words = headerWords(nameText)
  if (metadataNames.has(words.join(' ')) || nameText === '#') return true
  const isShort = words.length <= 4
  return isShort && (isId(words.at(0)) || isId(words.at(-1)))
}

function isId(word: string | undefined): boolean {
  return (
    word === 'id' ||
    word === 'ids' ||
    word === 'uuid' ||
    word === 'guid' ||
    word === 'identifiant' ||
    word === 'identificador'
  )
}
