/** The languages whose headers and answers are recognized. */
import { arabic } from './ar.ts'
import { czech } from './cs.ts'
import { danish } from './da.ts'
import { german } from './de.ts'
import { greek } from './el.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { finnish } from './fi.ts'
import { french } from './fr.ts'
import { hebrew } from './he.ts'
import { hungarian } from './hu.ts'
import { italian } from './it.ts'
import { japanese } from './ja.ts'
import { korean } from './ko.ts'
import type { Language } from './language.ts'
import { norwegian } from './nb.ts'
import { dutch } from './nl.ts'
import { polish } from './pl.ts'
import { portuguese } from './pt.ts'
import { romanian } from './ro.ts'
import { russian } from './ru.ts'
import { swedish } from './sv.ts'
import { turkish } from './tr.ts'
import { ukrainian } from './uk.ts'
import { chinese } from './zh.ts'

export const languages: readonly Language[] = [
  english,
  german,
  french,
  spanish,
  italian,
  portuguese,
  dutch,
  polish,
  czech,
  russian,
  ukrainian,
  swedish,
  danish,
  norwegian,
  finnish,
  hungarian,
  romanian,
  greek,
  turkish,
  arabic,
  hebrew,
  japanese,
  chinese,
  korean,
]
