/** Markup that is safe to embed in other markup. */
interface Html {
  readonly markup: string;
}
type Part = string | number | Html | readonly Html[];

/** Escapes the inserted values, except markup made by `html` itself. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html => ({
  markup: texts.reduce((all, piece, n) => `${all}${markupOf(parts[n - 1] ?? '')}${piece}`),
});

function markupOf(part: Part): string {
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(markupOf).join('');
}

const STYLE = `
  body { margin: 0; background: #f3f4f6; color: #111827; font: 1rem/1.5 system-ui, sans-serif; }
  main { box-sizing: border-box; max-width: 32rem; margin: 2rem auto; padding: 1.5rem; background: #fff; }
  h1 { margin-top: 0; font-size: 1.5rem; }
  label { display: block; margin-top: 1rem; }
  input:not([type='checkbox']), select { box-sizing: border-box; width: 100%; min-height: 2.75rem;
    padding: 0 .75rem; border: 1px solid #6b7280; background: #fff; color: inherit; font: inherit; }
  button { min-height: 2.75rem; margin: 1.5rem .5rem 0 0; padding: 0 1rem; border: 1px solid #1d4ed8;
    background: #fff; color: #1d4ed8; font: inherit; }
  main { overflow-wrap: anywhere; }
  button.first { background: #1d4ed8; color: #fff; }
`;

export const page = (title: string, body: Html, status = 200): Response =>
  new Response(
    html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${{ markup: STYLE }}</style>
</head>
<body><main><h1>${title}</h1>${body}</main></body>
</html>`.markup,
    { status, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } },
  );
