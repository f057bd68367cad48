import type { Faults } from './faults.ts';
import { html, page } from './page.ts';

/** What is simulated, and a form that makes it misbehave. */
export const showHome = (url: string, { catalogue, pending }: Faults): Response =>
  page(
    'O mundo de fora, simulado',
    html`
<p>Este programa faz o papel dos serviços de que o Prumo depende. Nada aqui sai desta máquina.</p>
<h2>Google</h2>
<p>Emissor OpenID Connect: <code>${url}/google</code></p>
<h2>Falhas</h2>
${pending.length === 0 ? html`<p>Nenhuma falha à espera.</p>` : html`<ul>${pending.map(describe)}</ul>`}
${Object.entries(catalogue).map(
  ([service, kinds]) => html`
<form method="post" action="/_falhas">
<label>Falha de ${service}
<select name="${service}">
${Object.entries(kinds).map(([kind, meaning]) => html`<option value="${kind}">${meaning}</option>`)}
</select></label>
<label>Só para o email (opcional) <input name="email" type="email" autocomplete="off"></label>
<label>Vezes <input name="vezes" type="number" min="1" value="1" required></label>
<button class="first">Provocar a falha</button>
</form>`,
)}
<form method="post" action="/_falhas/limpar"><button>Esquecer as falhas</button></form>`,
  );

const describe = ({ service, kind, email, times }: Faults['pending'][number]) =>
  html`<li>${service}: ${kind}, ${times} vez(es)${email === undefined ? '' : `, só ${email}`}</li>`;
