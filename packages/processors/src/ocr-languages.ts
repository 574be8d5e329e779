/** The languages in which tesseract reads the scans and images of a project. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startBudget } from './budget.ts'
import { prepareJobDir, runTool } from './job.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import { SandboxError } from './sandbox/sandbox.ts'
import { withWorkDir } from './work-dir.ts'

export type OcrLanguages = {
  /** Tesseract language names, the most likely first. */
  readonly languages: readonly string[]
  /** Requested locales for which this machine has no language data. */
  readonly missing: readonly string[]
}

export const englishOnly: OcrLanguages = { languages: ['eng'], missing: [] }

/** Each further language adds about its own time to a page. */
const maxLanguages = 3

/** Locale languages and tesseract names, where a script distinguishes them with the script. */
const tesseractNames: ReadonlyMap<string, string> = new Map(
  `af afr, am amh, ar ara, as asm, az aze, az-Cyrl aze_cyrl, be bel, bg bul, bn ben, bo bod, br bre, bs bos, ca cat, ceb ceb,
  chr chr, co cos, cs ces, cy cym, da dan, de deu, dv div, dz dzo, el ell, en eng, eo epo, es spa, et est, eu eus, fa fas,
  fi fin, fil fil, fo fao, fr fra, fy fry, ga gle, gd gla, gl glg, gu guj, he heb, hi hin, hr hrv, ht hat, hu hun, hy hye,
  id ind, is isl, it ita, iu iku, ja jpn, jv jav, ka kat, kk kaz, km khm, kn kan, ko kor, ku kmr, ky kir, la lat, lb ltz,
  lo lao, lt lit, lv lav, mi mri, mk mkd, ml mal, mn mon, mr mar, ms msa, mt mlt, my mya, nb nor, ne nep, nl nld, nn nor,
  no nor, oc oci, or ori, pa pan, pl pol, ps pus, pt por, qu que, ro ron, ru rus, sa san, sd snd, si sin, sk slk, sl slv,
  sq sqi, sr srp, sr-Latn srp_latn, su sun, sv swe, sw swa, syr syr, ta tam, te tel, tg tgk, th tha, ti tir, to ton, tr tur,
  tt tat, ug uig, uk ukr, ur urd, uz uzb, uz-Cyrl uzb_cyrl, vi vie, yi yid, yo yor, zh-Hans chi_sim, zh-Hant chi_tra`
    .split(',')
    .map((pair) => {
      const [locale = '', name = ''] = pair.trim().split(' ')
      return [locale, name]
    }),
)

/** @param locales such as `de-DE`, the most likely first. */
export function chooseOcrLanguages(locales: readonly string[], installed: ReadonlySet<string>): OcrLanguages {
  const languages = new Set<string>()
  const missing: string[] = []
  let readsLatin = false
  for (const locale of locales) {
    const { language, script } = new Intl.Locale(locale).maximize()
    const name = tesseractNames.get(`${language}-${script}`) ?? tesseractNames.get(language)
    if (name === undefined || !installed.has(name)) missing.push(locale)
    else if (languages.size < maxLanguages) {
      languages.add(name)
      readsLatin ||= script === 'Latn'
    }
  }
  // Names, addresses and product names are in Latin letters in texts of any script.
  if (!readsLatin) languages.add('eng')
  return { languages: [...languages], missing }
}

/** The language data that is installed on this machine. */
export async function listOcrLanguages(sandbox: Sandbox, workRoot: string): Promise<Set<string>> {
  return withWorkDir(workRoot, async (workDir) => {
    const inputPath = join(workDir, 'upload')
    await writeFile(inputPath, '')
    await prepareJobDir(workDir, inputPath)
    const job = { sandbox, workDir, signal: undefined, budget: startBudget(30_000) }
    const end = await runTool(job, { command: 'tesseract', args: ['--list-langs'] })
    if (end.kind !== 'ok') throw new SandboxError('tool_missing', `tesseract does not run (${end.kind})`)
    // A heading, then one name per line.
    return new Set(end.stdout.trim().split('\n').slice(1))
  })
}
