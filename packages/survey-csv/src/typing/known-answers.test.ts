import { expect, it } from 'vitest'
import { languages } from '../languages/languages.ts'
import { isKnownAnswer } from './known-answers.ts'

/** Per language: yes, no and the options of two scales. */
const answers: Readonly<Record<string, readonly string[]>> = {
  en: ['Yes', 'No', 'Neither agree nor disagree', '5 - Very satisfied', 'Don’t know'],
  de: ['Ja', 'Nein', 'Stimme überhaupt nicht zu', 'Weder noch', 'Weiß nicht'],
  fr: ['Oui', 'Non', 'Ni d’accord ni pas d’accord', 'Très satisfait', 'Je ne sais pas'],
  es: ['Sí', 'No', 'Ni de acuerdo ni en desacuerdo', 'Muy satisfecho', 'NS/NC'],
  it: ['Sì', 'No', 'Né d’accordo né in disaccordo', 'Per niente soddisfatto', 'Non so'],
  pt: ['Sim', 'Não', 'Não concordo nem discordo', 'Muito satisfeito', 'Às vezes'],
  nl: ['Ja', 'Nee', 'Niet mee eens, niet mee oneens', 'Zeer ontevreden', 'Weet ik niet'],
  pl: ['Tak', 'Nie', 'Zdecydowanie się nie zgadzam', 'Ani dobrze, ani źle', 'Trudno powiedzieć'],
  cs: ['Ano', 'Ne', 'Spíše nesouhlasím', 'Velmi spokojený', 'Nevím'],
  ru: ['Да', 'Нет', 'Скорее не согласен', 'Полностью удовлетворён', 'Затрудняюсь ответить'],
  uk: ['Так', 'Ні', 'Скоріше не згоден', 'Дуже задоволений', 'Важко відповісти'],
  sv: ['Ja', 'Nej', 'Instämmer inte alls', 'Varken nöjd eller missnöjd', 'Vet ej'],
  da: ['Ja', 'Nej', 'Hverken enig eller uenig', 'Meget tilfreds', 'Ved ikke'],
  nb: ['Ja', 'Nei', 'Verken enig eller uenig', 'Svært fornøyd', 'Vet ikke'],
  fi: ['Kyllä', 'Ei', 'Jokseenkin eri mieltä', 'Erittäin tyytyväinen', 'En osaa sanoa'],
  hu: ['Igen', 'Nem', 'Egyáltalán nem értek egyet', 'Nagyon elégedett', 'Nem tudom'],
  ro: ['Da', 'Nu', 'Nici de acord, nici în dezacord', 'Foarte mulțumit', 'Nu știu'],
  el: ['Ναι', 'Όχι', 'Ούτε συμφωνώ ούτε διαφωνώ', 'Πολύ ικανοποιημένος', 'Δεν ξέρω'],
  tr: ['Evet', 'Hayır', 'Kesinlikle katılmıyorum', 'Çok memnunum', 'Bilmiyorum'],
  ar: ['نعم', 'لا', 'لا أوافق بشدة', 'راضٍ جدًا', 'لا أعرف'],
  he: ['כן', 'לא', 'לא מסכים בכלל', 'מרוצה מאוד', 'לא יודע'],
  ja: ['はい', 'いいえ', 'どちらともいえない', 'まったくそう思わない', 'わからない'],
  zh: ['是', '否', '非常不满意', '比较同意', '不知道'],
  ko: ['예', '아니요', '전혀 그렇지 않다', '매우 만족', '잘 모르겠다'],
}

it('has answers of every language', () => {
  expect(Object.keys(answers).sort()).toEqual(languages.map(({ code }) => code).sort())
})

it.each(Object.entries(answers))('recognizes yes, no and scales in %s', (_code, known) => {
  expect(known.filter((answer) => !isKnownAnswer(answer))).toEqual([])
})

it('does not recognize other answers, numbers and words of several languages', () => {
  const others = [
    'Berlin',
    'The staff was very good',
    '5',
    '',
    'very zufrieden',
    'Preis',
    '価格',
    'no idea what that is'.repeat(9),
  ]
  expect(others.filter(isKnownAnswer)).toEqual([])
})
