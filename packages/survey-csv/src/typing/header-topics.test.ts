import { describe, expect, it } from 'vitest'
import { foldedTerms } from '../languages/language.ts'
import { languages } from '../languages/languages.ts'
import { headerText } from './header-text.ts'
import { asksForName, type HeaderTopic, isBareDate, topicsOf } from './header-topics.ts'

/** Per language: time of the response, e-mail address, name, date of birth, reason, recommendation, order. */
const headers: Readonly<Record<string, readonly [string, string, string, string, string, string, string]>> = {
  en: [
    'Submitted at',
    'E-mail address',
    'Your full name',
    'Date of birth',
    'Why?',
    'Would you recommend us?',
    'Rank these',
  ],
  de: [
    'Zeitstempel',
    'Ihre E-Mail-Adresse',
    'Wie heißen Sie?',
    'Geburtsdatum',
    'Warum?',
    'Würden Sie uns weiterempfehlen?',
    'Reihenfolge',
  ],
  fr: [
    'Horodateur',
    'Adresse de messagerie',
    'NOM ET PRENOM',
    'Date de naissance',
    'Pourquoi ?',
    'Nous recommanderiez-vous ?',
    'Classez par ordre de préférence',
  ],
  es: [
    'Marca temporal',
    'Correo electronico',
    '¿Cómo se llama usted?',
    'Fecha de nacimiento',
    '¿Por qué?',
    '¿Nos recomendaría?',
    'Ordene las opciones',
  ],
  it: [
    'Informazioni cronologiche',
    'Posta elettronica',
    'Nome e cognome',
    'Data di nascita',
    'Perché?',
    'Ci consiglierebbe?',
    'Metti in ordine',
  ],
  pt: [
    'Carimbo de data/hora',
    'Endereço de e-mail',
    'Como você se chama?',
    'Data de nascimento',
    'Por quê?',
    'Você nos recomendaria?',
    'Ordene os itens',
  ],
  nl: [
    'Tijdstempel',
    'E-mailadres',
    'Wat is uw naam?',
    'Geboortedatum',
    'Waarom?',
    'Zou u ons aanbevelen?',
    'Zet in volgorde',
  ],
  pl: [
    'Sygnatura czasowa',
    'Adres e-mail',
    'Imię i nazwisko',
    'Data urodzenia',
    'Dlaczego?',
    'Czy poleci nas Pan znajomym?',
    'Uszereguj',
  ],
  cs: [
    'Časová značka',
    'E-mailová adresa',
    'Jméno a příjmení',
    'Datum narození',
    'Proč?',
    'Doporučíte nás?',
    'Seřaďte',
  ],
  ru: [
    'Отметка времени',
    'Адрес электронной почты',
    'ФИО',
    'Дата рождения',
    'Почему?',
    'Порекомендуете ли вы нас?',
    'Расположите по порядку',
  ],
  uk: [
    'Позначка часу',
    'Електронна пошта',
    'Прізвище та ім’я',
    'Дата народження',
    'Чому?',
    'Чи порекомендуєте ви нас?',
    'Розташуйте',
  ],
  sv: [
    'Tidstämpel',
    'E-postadress',
    'Vad heter du?',
    'Födelsedatum',
    'Varför?',
    'Skulle du rekommendera oss?',
    'Rangordna',
  ],
  da: [
    'Tidsstempel',
    'E-mailadresse',
    'Fulde navn',
    'Fødselsdato',
    'Hvorfor?',
    'Vil du anbefale os?',
    'Sæt i rækkefølge',
  ],
  nb: [
    'Tidsmerke',
    'E-postadresse',
    'Fornavn og etternavn',
    'Fødselsdato',
    'Hvorfor?',
    'Vil du anbefale oss?',
    'Ranger',
  ],
  fi: [
    'Aikaleima',
    'Sähköpostiosoite',
    'Etunimi ja sukunimi',
    'Syntymäaika',
    'Miksi?',
    'Suosittelisitko meitä?',
    'Aseta tärkeysjärjestykseen',
  ],
  hu: [
    'Időbélyeg',
    'E-mail-cím',
    'Teljes név',
    'Születési dátum',
    'Miért?',
    'Ajánlana minket?',
    'Állítsa sorrendbe',
  ],
  ro: [
    'Marcaj de timp',
    'Adresă de e-mail',
    'Nume și prenume',
    'Data nașterii',
    'De ce?',
    'Ne-ați recomanda?',
    'Ordonați',
  ],
  el: [
    'Χρονική σήμανση',
    'Ηλεκτρονικό ταχυδρομείο',
    'ΟΝΟΜΑΤΕΠΩΝΥΜΟ',
    'Ημερομηνία γέννησης',
    'Γιατί;',
    'Θα μας συστήνατε;',
    'Κατατάξτε',
  ],
  tr: [
    'Zaman damgası',
    'E-posta adresi',
    'ADINIZ SOYADINIZ',
    'Doğum tarihi',
    'Neden?',
    'Bizi tavsiye eder misiniz?',
    'Sıralayın',
  ],
  ar: [
    'طابع زمني',
    'البريد الإلكتروني',
    'الاسم الكامل',
    'تاريخ الميلاد',
    'لماذا؟',
    'هل توصي بنا؟',
    'رتب الخيارات',
  ],
  he: ['חותמת זמן', 'כתובת דוא"ל', 'שם מלא', 'תאריך לידה', 'מדוע?', 'האם תמליץ עלינו?', 'סדר לפי חשיבות'],
  ja: [
    'タイムスタンプ',
    'メールアドレス',
    'お名前をご記入ください',
    '生年月日',
    '理由を教えてください',
    '当社を薦めますか',
    '順位をつけてください',
  ],
  zh: ['提交时间', '电子邮件地址', '1、您的姓名', '出生日期', '为什么？', '您会推荐我们吗？', '请排序'],
  ko: [
    '타임스탬프',
    '이메일 주소',
    '성함을 입력해 주세요',
    '생년월일',
    '이유는 무엇입니까?',
    '추천하시겠습니까?',
    '순위를 정해 주세요',
  ],
}

describe('topicsOf', () => {
  it('has headers for every language', () => {
    expect(Object.keys(headers).sort()).toEqual(languages.map(({ code }) => code).sort())
  })

  it.each(Object.entries(headers))('recognizes the headers of surveys in %s', (_code, row) => {
    const [time = '', email = '', name = '', birth = '', why = '', recommend = '', rank = ''] = row.map(
      (header) => headerText(header),
    )
    const has = (text: string, topic: HeaderTopic) => expect([text, ...topicsOf(text)]).toContain(topic)
    has(time, 'responseTime')
    expect([time, ...topicsOf(time)]).not.toContain('eventTime')
    has(email, 'email')
    expect(asksForName(name), name).toBe(true)
    has(birth, 'eventTime')
    has(why, 'freeText')
    has(recommend, 'recommend')
    has(rank, 'rank')
  })

  it.each(languages)(
    'has no word for the time of a response that is an answer in another language: $code',
    (language) => {
      const terms = foldedTerms(`${language.responseTime}, ${language.submissionTime}, ${language.date}`)
      const wrong = terms.filter((term) => topicsOf(headerText(term.replace('*', ''))).has('eventTime'))
      expect(wrong).toEqual([])
    },
  )

  it('implies the day first in the languages that write it so', () => {
    expect(topicsOf(headerText('Horodateur')).has('dayFirst')).toBe(true)
    for (const header of ['Timestamp', 'Date', 'Data entry date', 'Tag', '日時'])
      expect(topicsOf(headerText(header)).has('dayFirst'), header).toBe(false)
  })

  it('does not take other nouns with a name for the name of a person', () => {
    for (const header of [
      'Company name',
      'Nom de l’entreprise',
      'Nombre del producto',
      'Nazwa firmy',
      '会社名',
      'Product',
      'Ad',
    ])
      expect(asksForName(headerText(header)), header).toBe(false)
  })

  it('recognizes headers that say only date or time', () => {
    for (const header of [
      'Date',
      'Datum und Uhrzeit',
      'Fecha y hora',
      'Data i godzina',
      'Дата и время',
      '日付',
    ])
      expect(isBareDate(headerText(header)), header).toBe(true)
    expect(isBareDate(headerText('Date of purchase'))).toBe(false)
  })
})
