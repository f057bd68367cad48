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
<h2>CEP</h2>
<p><code>${url}/viacep</code>, <code>${url}/brasilapi</code> e <code>${url}/opencep</code>. Existe todo CEP, menos os que começam
por 00 ou 999. Conhecidos: 01001-000, 01310-930, 80010-000 e 87360-000, que vale para a cidade toda.</p>
<h2>CNPJ</h2>
<p><code>${url}/brasilapi</code>, <code>${url}/minhareceita</code> e <code>${url}/opencnpj</code>. Existe todo CNPJ de dígitos
certos, menos os que começam por 99. Conhecidos: 19.131.243/0001-97, 33.000.167/0001-01, 00.000.000/0001-91,
12.ABC.345/01DE-35, 58.741.197/0001-08 (MEI), 11.444.777/0001-61 (baixada), 11.222.333/0001-81 (sem nome fantasia e
com email, que só o OpenCNPJ conhece) e 08.000.333/0001-22 (no exterior).</p>
<p>O que se pediu a cada um: <a href="/_pedidos">/_pedidos</a></p>
<h2>Falhas</h2>
${pending.length === 0 ? html`<p>Nenhuma falha à espera.</p>` : html`<ul>${pending.map(describe)}</ul>`}
${Object.entries(catalogue).map(
  ([service, { only, kinds }]) => html`
<form method="post" action="/_falhas">
<label>Falha de ${service}
<select name="${service}">
${Object.entries(kinds).map(([kind, meaning]) => html`<option value="${kind}">${meaning}</option>`)}
</select></label>
<label>${only.label} (opcional) <input name="${only.field}" autocomplete="off"></label>
<label>Vezes <input name="vezes" type="number" min="1" value="1" required></label>
<button class="first">Provocar a falha</button>
</form>`,
)}
<form method="post" action="/_falhas/limpar"><button>Esquecer as falhas</button></form>`,
  );

const describe = ({ service, kind, only, times }: Faults['pending'][number]) =>
  html`<li>${service}: ${kind}, ${times} vez(es)${only === undefined ? '' : `, só ${only}`}</li>`;
