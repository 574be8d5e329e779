import { jsonLiteral } from './code-literal.ts'
import { languages, type Samples } from './example-calls.ts'
import { type Html, html } from './html.ts'

/** Long lines of JSON are wrapped; program code is not, because its line breaks are significant. */
export function jsonBlock(title: string, value: unknown): Html {
  return html`<figure class="code"><figcaption>${title}</figcaption><pre class="wrapped"><code>${jsonLiteral(value)}</code></pre></figure>`
}

/** A block of code with a short title. It can be focused, so that it can be scrolled with the keyboard. */
export function codeBlock(title: string, code: string): Html {
  return html`<figure class="code"><figcaption>${title}</figcaption><pre tabindex="0"><code>${code}</code></pre></figure>`
}

/** One block per language; the style sheet shows the language selected at the top of the page. */
export function codeSamples(title: string, samples: Samples): Html {
  return html`${languages.map(
    ({
      id,
      label,
    }) => html`<div class="sample sample-${id}">${codeBlock(`${title}, ${label}`, samples[id])}</div>
`,
  )}`
}

/** The selection applies to all examples on the page. */
export function languageChoice(): Html {
  return html`<fieldset class="languages"><legend class="unseen">Language of the examples</legend><span class="quiet" aria-hidden="true">Examples in</span>${languages.map(
    ({ id, label }, index) =>
      html`<input type="radio" name="language" id="language-${id}"${index === 0 && html` checked`}><label for="language-${id}">${label}</label>`,
  )}</fieldset>`
}
