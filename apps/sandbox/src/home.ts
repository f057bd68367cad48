import { CONTROL_ROUTES, withPrefix } from '#mercado-livre/control/control.ts';
import { MERCADO_LIVRE_CLIENT } from '#mercado-livre/oauth/application.ts';
import type { Faults } from './faults.ts';
import { html, page } from './page.ts';

/** The home page lists the simulated services and has forms that inject faults. */
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
<h2>Mercado Livre</h2>
<p>Autorização em <code>${url}/mercado-livre-auth/authorization</code>, API em <code>${url}/mercado-livre</code> e fotos em
<code>${url}/mercado-livre-fotos</code>. Aplicação desta máquina: <code>${MERCADO_LIVRE_CLIENT.id}</code>, segredo
<code>${MERCADO_LIVRE_CLIENT.secret}</code>. Vendedores: <a href="/_mercado-livre/vendedores">/_mercado-livre/vendedores</a>.</p>
<details><summary>O que se pode fazer acontecer</summary>
<ul>${CONTROL_ROUTES.map(({ name, about }) => html`<li><code>${withPrefix(name)}</code>: ${about}</li>`)}</ul>
</details>
<p>O que se pediu a cada um: <a href="/_pedidos">/_pedidos</a></p>
<h2>Falhas</h2>
${pending.length === 0 ? html`<p>Nenhuma falha à espera.</p>` : html`<ul>${pending.map(describe)}</ul>`}
${Object.entries(catalogue).map(
  ([service, { only, kinds, hasShare }]) => html`
<form method="post" action="/_falhas">
<label>Falha de ${service}
<select name="${service}">
${Object.entries(kinds).map(([kind, meaning]) => html`<option value="${kind}">${meaning}</option>`)}
</select></label>
<label>${only.label} (opcional) <input name="${only.field}" autocomplete="off"></label>
<label>Vezes <input name="vezes" type="number" min="1" value="1" required></label>
${hasShare ? html`<label>Parte dos pedidos, de 0 a 1 (opcional) <input name="parte" inputmode="decimal" autocomplete="off"></label>` : ''}
<button class="first">Provocar a falha</button>
</form>`,
)}
<form method="post" action="/_falhas/limpar"><button>Esquecer as falhas</button></form>`,
  );

const describe = ({ service, kind, only, times, share }: Faults['pending'][number]) =>
  html`<li>${service}: ${kind}, ${times} vez(es)${share === 1 ? '' : `, em ${share} dos pedidos`}${only === undefined ? '' : `, só ${only}`}</li>`;
