/** Columns that survey tools add for themselves: of use to nobody who reads answers. */
import { headerWords } from './header-text.ts'

const ownNames = new Set(
  `status, response type, progress, finished, duration, duration in seconds, user language,
  distribution channel, external reference, external data reference, collector id, collector,
  network id, ip address, ip, respondent id, response id, user agent, referer, referrer,
  location latitude, location longitude, latitude, longitude, tags, last page, seed, session id,
  browser, total time, time taken, submission id, q recaptcha score, stage, ending, response number,
  row, index, no, nr, id, weight, gewicht, antworttyp, antwort id, dauer, uuid, guid, token`.split(/,\s+/),
)

/** `Respondent ID`, `ID répondant`, `Teilnehmer-ID`, `user_id`: an id stands first or last, in few words. */
export function isToolColumn(nameText: string): boolean {
  const words = headerWords(nameText)
  if (ownNames.has(words.join(' ')) || nameText === '#') return true
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
