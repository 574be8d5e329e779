import type { Language } from './language.ts'

export const turkish: Language = {
  code: 'tr',
  isDayFirst: true,
  name: 'adı, adınız, adın, isim, isminiz, ismi, soyadı, soyadınız, soyad, soyisim, adsoyad',
  nameFiller: `ad, sizin, ve, veya, nedir, ne, lütfen, yazınız, yazın, giriniz, girin, belirtiniz, tam, tüm, katılımcının, katılımcı,
    zorunlu, değil, isteğe, bağlı, kişinin, müşteri`,
  email: 'email, e mail, mail, e posta, eposta, mailiniz, e postanız, elektronik posta',
  anotherPerson:
    'yönetici*, amir*, müdür*, patronun, patronunuz, iş arkadaş*, arkadaş*, eşiniz*, veli*, şirket*, firma*',
  responseTime: `zaman damgası, gönderim, gönderilme, gönderildi, gönderme, başlangıç, başlama, bitiş, tamamlanma, tamamlandı, tamamlama,
    oluşturulma, oluşturma, yanıt*, cevap*, anket*, görüşme*, kayıt, doldurma`,
  submissionTime: 'zaman damgası, gönderim, gönderilme, gönderildi, bitiş, tamamlanma, tamamlandı, tamamlama',
  date: 'tarih, tarihi, saat, saati, gün, zaman, ve',
  eventTime:
    'doğum*, satın, alışveriş*, sipariş*, ziyaret*, randevu*, en son, sonraki, ne zaman, sözleşme*, işe, teslimat*, etkinlik*',
  freeText: `neden, niçin, niye, yorum*, açıkla*, tanımla*, öneri, önerin, öneriniz, önerileri*, iyileştir*, geliştir*, görüş*, düşünce*, sebep*, sebebi, gerekçe*,
    eklemek, belirtiniz, diğer lütfen, anlat*`,
  recommend: 'tavsiye*, önerir*, önerme*, nps',
  rank: 'sırala*, sıralama*, sıraya, sırasına, öncelik*',
  metadata: `son sayfa, başlangıç dili, ip adresi, süre, süre saniye, yanıt kimliği, katılımcı kimliği, kimlik, durum, ilerleme,
    toplam süre, numara, sıra no, no, kullanıcı dili`,
  metadataTime: 'son değiştirme saati, son değişiklik, son işlem tarihi',
  yesNo: `evet, hayır, belki, bilmiyorum, emin değilim, fikrim yok, cevap vermek istemiyorum, belirtmek istemiyorum, bazen, kısmen,
    doğru, yanlış, uygulanamaz`,
  scale: `çok, oldukça, biraz, az, hiç, kesinlikle, tamamen, kısmen, ne, de, katılıyorum, katılmıyorum, memnunum, memnun, değilim, değil,
    memnuniyetsiz, kararsızım, kararsız, nötr, önemli, önemsiz, olası, muhtemel, iyi, kötü, orta, mükemmel, vasat, yeterli, yetersiz,
    kolay, zor, her, zaman, sık, sıklıkla, bazen, nadiren, asla, genellikle, daha, aynı, yüksek, düşük, faydalı, son, derece, ve`,
}
