/** Documents of an invented study of how people pay in an online grocery. */
import { paragraph, writeDocx } from '../../packages/processors/test/fixtures/ooxml.ts'
import { layOut, type Section, writeSheets } from './sheets.ts'

const fieldNotes: Section[] = [
  {
    heading: 'Why we went',
    paragraphs: [
      'Orders that reach the address form are abandoned twice as often on phones as on laptops. The numbers say where people leave, not why. Between 5 and 9 October we sat beside eleven people while they bought what they needed that week, at home, on their own devices and with their own money.',
      'Nobody was given a task. We asked them to do what they would have done anyway and to say aloud what they were looking for. Sessions took 25 to 40 minutes.',
    ],
  },
  {
    heading: 'Visit 3: Rosa, two children, phone only',
    paragraphs: [
      'Rosa fills her basket over three days, a few items at a time. “If I have to sign in again I do it on the bus, and then I forget.” The basket had emptied itself twice in the month before; she now keeps a photo of it.',
      'At the address form the keyboard hides the button. She pressed the arrow of the keyboard, landed in the country field, and opened a list of 240 countries. She scrolled for nineteen seconds. The list begins with Afghanistan; her own country was not at the top although the delivery address was already known.',
      'She finished the order on her sister’s laptop. In our numbers this is one abandoned order and one new customer.',
    ],
  },
  {
    heading: 'Visit 5: Henrik, orders for his mother',
    paragraphs: [
      'Henrik orders every Thursday for his mother, who lives forty kilometres away. The site asks for the country before it asks for the street, and then changes the form. What he had typed into the second line was gone.',
      '“I do not mind paying for delivery. I mind not knowing when I can stop waiting at the window.” For him the two-hour slot is the product; the price comes third.',
      'He never noticed the discount code field, and was upset when we told him that the newsletter carries a code each week.',
    ],
  },
  {
    heading: 'Visit 8: Amira, student, shared flat',
    paragraphs: [
      'Four people share one basket. They send the link around and each adds items; whoever pays is asked to sign in and loses what the others put in. They have learnt to send a screenshot first.',
      'The card was refused once without a reason. “It says something went wrong. With me or with you?” She tried the same card again three times, which blocked it.',
    ],
  },
  {
    heading: 'What we saw more than once',
    paragraphs: [
      'Nine of eleven opened the country list although they order only within their own country. Seven of them scrolled past their own entry at least once.',
      'Eight of eleven read the delivery slot before the price. Six changed the basket to get an earlier slot.',
      'Five kept a second record of the basket: photos, notes, a message to themselves. All five had lost a basket before.',
      'Nobody complained about the number of steps. They complained about steps that undid earlier ones.',
    ],
  },
  {
    heading: 'What we do not know',
    paragraphs: [
      'We visited people who order at least twice a month. Those who tried once and left are not here; the survey in November asks them.',
      'We saw no order by somebody who uses a screen reader. Two visits are planned for December.',
    ],
  },
]

const findings: Section[] = [
  {
    heading: 'In one paragraph',
    paragraphs: [
      'People do not leave because paying takes long. They leave when the form takes back what they had already given: a basket, a line of the address, a chosen slot. Keeping what was typed is worth more than removing a step.',
    ],
  },
  {
    heading: 'Three findings',
    paragraphs: [
      '1. The country field costs orders. It stands first, it is a list of 240 entries, and choosing from it empties fields below. Nine of eleven visitors opened it; in the survey it is the field named most often as “the one that annoys me”.',
      '2. The slot decides, not the price. Eight of eleven read the slot first. In the survey, delivery time is ranked above price by people who order weekly.',
      '3. A basket is a memory. People fill it over days and across devices. Losing it once teaches them to keep it elsewhere.',
    ],
  },
  {
    heading: 'What we recommend',
    paragraphs: [
      'Take the country from the delivery address and ask only when it differs. Put the slot on the basket page. Keep a basket for thirty days without an account.',
      'Measure orders per person, not per session: Rosa’s order counted as lost, and was not.',
    ],
  },
  {
    heading: 'How sure we are',
    paragraphs: [
      'Eleven visits show what happens, not how often. The survey of 2,000 customers shows how often, but only what people remember. Where both say the same we are confident; the first finding is such a case.',
    ],
  },
]

const guide = [
  'Discussion guide: paying for groceries',
  'Forty minutes, at home, on the device the person usually uses.',
  'Before we start: explain what is recorded and for how long it is kept. Ask for consent aloud.',
  '1. Tell me about the last time you ordered groceries. What was going on around you?',
  '2. Show me how you get from an empty basket to a full one. Over how many days?',
  '3. When you reach the address form: what do you expect it to know already? Which country does it suggest?',
  '4. What would have made you stop? When did that happen last?',
  '5. If only one thing could change, what would it be, and who else in your home would notice?',
  'Afterwards: thank them, hand over the voucher, write the summary on the same day.',
]

const screener = `Recruiting screener, October

We look for twelve people. Invite whoever answers as marked.

1. Do you order groceries online?             at least twice a month
2. On which device, mostly?                   six on a phone, six on a laptop
3. Who do you order for?                      at least four for somebody outside their home
4. In which country do you live?              where we deliver
5. Do you work in retail or in software?      no

Voucher: 40, sent on the same day. Cancelled within a day: invite the next one on the list.
`

export interface MadeFile {
  name: string
  /** Called only if the document does not exist yet. */
  make: () => Uint8Array | Promise<Uint8Array>
}

export function makeDocuments(): MadeFile[] {
  return [
    {
      name: 'Field notes, home visits.pdf',
      make: () => writeSheets(layOut('Field notes: home visits', 'Checkout study · October', fieldNotes)),
    },
    { name: 'Discussion guide.docx', make: () => writeDocx({ body: guide.map(paragraph).join('') }) },
    { name: 'Recruiting screener.txt', make: () => Buffer.from(screener) },
  ]
}

/** Shown as an insight: what the study found. */
export function makeReport(): MadeFile {
  return {
    name: 'What we learnt about checkout.pdf',
    make: () =>
      writeSheets(layOut('What we learnt about checkout', 'Report to the product team · November', findings)),
  }
}

/** A truncated PDF, so that the demo contains a failed import. */
export function makeDamaged(): MadeFile {
  const whole = makeReport()
  return {
    name: 'Call notes, broken off.pdf',
    make: async () => {
      const bytes = await whole.make()
      return bytes.subarray(0, Math.floor(bytes.length / 3))
    },
  }
}
