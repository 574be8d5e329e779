import { describe, expect, it } from 'vitest'
import { chooseOcrLanguages } from './ocr-languages.ts'

const installed = new Set([
  'ara',
  'chi_sim',
  'chi_tra',
  'deu',
  'eng',
  'fra',
  'nor',
  'pol',
  'rus',
  'spa',
  'srp',
  'srp_latn',
])
const languagesOf = (...locales: string[]) => chooseOcrLanguages(locales, installed).languages

describe('OCR languages', () => {
  it('are those of the locales, in their order', () => {
    expect(languagesOf('de-DE', 'en-US')).toEqual(['deu', 'eng'])
    expect(languagesOf('en-US')).toEqual(['eng'])
    expect(languagesOf('de-DE', 'de-AT', 'de')).toEqual(['deu'])
  })

  it('include English where no other language has Latin letters', () => {
    expect(languagesOf('ru-RU')).toEqual(['rus', 'eng'])
    expect(languagesOf('ar', 'fr-FR')).toEqual(['ara', 'fra'])
    expect(languagesOf()).toEqual(['eng'])
  })

  it('follow the script of a locale', () => {
    expect(languagesOf('zh-CN')).toEqual(['chi_sim', 'eng'])
    expect(languagesOf('zh-TW')).toEqual(['chi_tra', 'eng'])
    expect(languagesOf('zh-Hant-HK')).toEqual(['chi_tra', 'eng'])
    expect(languagesOf('sr-RS')).toEqual(['srp', 'eng'])
    expect(languagesOf('sr-Latn-RS')).toEqual(['srp_latn'])
    expect(languagesOf('nb-NO', 'nn-NO')).toEqual(['nor'])
  })

  it('are at most three', () => {
    expect(languagesOf('de', 'fr', 'es', 'pl')).toEqual(['deu', 'fra', 'spa'])
  })

  it('report locales without language data, and fall back to English', () => {
    expect(chooseOcrLanguages(['is-IS', 'tlh'], installed)).toEqual({
      languages: ['eng'],
      missing: ['is-IS', 'tlh'],
    })
    expect(chooseOcrLanguages(['is-IS', 'de-DE'], installed)).toEqual({
      languages: ['deu'],
      missing: ['is-IS'],
    })
  })
})
