import type { Language } from './language.ts'

export const romanian: Language = {
  code: 'ro',
  isDayFirst: true,
  name: 'nume, numele, prenume, prenumele, numesti, numiti, cheamă',
  nameFiller: `dvs, dumneavoastră, tău, și, sau, cum, vă, te, care, este, vă rog, rugăm, scrieți, introduceți, complet, de, familie,
    respondent, respondentului, participant, participantului, opțional, persoanei, clientului`,
  email: 'email, e mail, mail, poștă electronică, poșta electronică, adresa electronică',
  anotherPerson: 'șef*, superior*, manager*, coleg*, prieten*, partener*, părinte*, firma, firmei, compani*',
  responseTime: `marcaj de timp, marcaj temporal, marcă temporală, ștampilă de timp, trimis*, trimiterii, trimitere, începere, începerii,
    început, sfârșit, finalizare, finalizării, finalizat, creare, creat, răspuns*, sondaj*, chestionar*, interviu*, completare, completării`,
  submissionTime:
    'marcaj de timp, marcaj temporal, trimis*, trimiterii, sfârșit, finalizare, finalizării, completării',
  date: 'data, dată, ora, oră, ziua, și',
  eventTime:
    'naștere, nașterii, născut*, cumpăr*, achiziți*, comand*, vizit*, ultima, ultimul, ultimei, următo*, când, contract*, livr*',
  freeText: `de ce, comentari*, explica*, descrie*, sugesti*, îmbunătăți*, opini*, observați*, motiv*, părere*, altceva, adăuga*,
    specifica*, detali*`,
  recommend: 'recomand*, nps',
  rank: 'ordona*, ordonați, clasifica*, ordinea, clasament*, ierarhiza*, prioritiza*',
  metadata: `ultima pagină, limba de pornire, limba inițială, adresa ip, durata, id răspuns, id ul răspunsului, id respondent, stare,
    progres, timp total, număr, nr, nr crt`,
  metadataTime: 'data ultimei acțiuni, ora ultimei modificări, ultima modificare',
  yesNo:
    'da, nu, poate, nu știu, nu sunt sigur, nu sunt sigură, prefer să nu răspund, nu se aplică, uneori, parțial, adevărat, fals',
  scale: `foarte, destul, de, puțin, oarecum, deloc, total, complet, parțial, nici, nu, sunt, acord, dezacord, mulțumit, mulțumită,
    nemulțumit, nemulțumită, satisfăcut, nesatisfăcut, neutru, important, neimportant, probabil, improbabil, bun, bună, bine, rău,
    slab, slabă, prost, mediu, medie, excelent, excelentă, acceptabil, ușor, greu, dificil, întotdeauna, mereu, deseori, des, uneori,
    rareori, rar, niciodată, mai, la, fel, ridicat, scăzut, extrem, în, mare, măsură`,
}
