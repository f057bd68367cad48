import { Button } from '#ui/button.tsx';
import { Achados } from './achados.tsx';
import { respostaText } from './leituras.ts';
import type { Venda } from './use-venda.ts';

/** The codes that brought no produto into the sale. Each stays until the person resolves it, also over a reload. */
export function LeiturasSemPeca({ venda, onDone }: { venda: Venda; onDone: () => void }) {
  const { rascunho, respostas, store } = venda;
  const open = rascunho.leituras.flatMap((leitura) => {
    const resposta = respostas[leitura.id];
    return resposta && resposta.is !== 'um' ? [{ leitura, resposta }] : [];
  });
  if (open.length === 0) return null;
  return (
    <ul aria-label="Códigos lidos sem peça" className="flex max-h-72 flex-col gap-2 overflow-y-auto">
      {open.map(({ leitura, resposta }) => (
        <li key={leitura.id} className="flex flex-col gap-2 rounded-card bg-warn p-3 text-control">
          <div className="flex flex-wrap items-center justify-between gap-2 text-warn-fg">
            <p className="wrap-anywhere min-w-0">{respostaText(leitura.busca, resposta)}</p>
            <div className="flex gap-2">
              {resposta.is !== 'varios' && (
                <Button
                  aria-label={`Buscar de novo ${leitura.busca}`}
                  onClick={() => {
                    store.findAgain(leitura);
                    onDone();
                  }}
                >
                  Buscar de novo
                </Button>
              )}
              <Button
                aria-label={`Descartar a leitura ${leitura.busca}`}
                onClick={() => {
                  store.discard(leitura);
                  onDone();
                }}
              >
                Descartar
              </Button>
            </div>
          </div>
          {resposta.is === 'varios' && (
            <div className="rounded-card bg-surface text-fg">
              <Achados
                label={`Peças com o código ${leitura.busca}`}
                achados={resposta.achados}
                onChoose={(produto) => {
                  store.choose(produto, leitura);
                  onDone();
                }}
                onLeave={onDone}
              />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
