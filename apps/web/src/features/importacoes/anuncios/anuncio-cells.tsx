import type { AnuncioProposto } from '@prumo/contract/importacoes-anuncios.ts';
import { Link } from '@tanstack/react-router';
import { formatQuantity } from '#lib/numbers/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Photo } from '#ui/photo/photo.tsx';
import { fillsOf, isToCheck, matchOf, RESULTADO_WORDS, stateOf } from './anuncio-words.ts';

export function AnuncioTitle({ anuncio }: { anuncio: AnuncioProposto }) {
  const { anuncio_id, titulo, variacao, miniatura } = anuncio;
  const state = stateOf(anuncio);
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Photo src={miniatura} className="size-10" />
      <div className="min-w-0">
        <p className="line-clamp-2 font-medium">{titulo || anuncio_id}</p>
        <p className="truncate text-meta text-muted">
          {[variacao, anuncio_id, state].filter(Boolean).join(' · ')}
        </p>
      </div>
    </div>
  );
}

export const AnuncioSku = ({ anuncio: { sku, sku_proprio } }: { anuncio: AnuncioProposto }) => (
  <>
    <span className="wrap-anywhere">{sku}</span>
    {!sku_proprio && <span className="block text-meta text-muted">id do anúncio</span>}
  </>
);

export const AnuncioQuantidade = ({ anuncio: { quantidade, full } }: { anuncio: AnuncioProposto }) => (
  <span className="inline-flex items-center gap-1.5">
    {full && <Badge tone="neutral">Full</Badge>}
    {formatQuantity(quantidade)}
  </span>
);

const TONES = {
  criado: 'ok',
  ligado: 'ok',
  atualizado: 'ok',
  igual: 'neutral',
  ignorado: 'neutral',
  recusado: 'warn',
  pendente: 'neutral',
} as const;

interface AnuncioFateProps {
  anuncio: AnuncioProposto;
  /** True before the import has started. */
  isPlan: boolean;
}

/** Shows the planned action or, once the anuncio is done, its outcome. */
export function AnuncioFate({ anuncio, isPlan }: AnuncioFateProps) {
  const { acao, resultado, motivo } = anuncio;
  if (resultado !== 'pendente')
    return (
      <>
        <Badge tone={TONES[resultado]}>
          {isPlan && resultado === 'recusado' ? 'Não entra' : RESULTADO_WORDS[resultado]}
        </Badge>
        {motivo && <p className="text-meta text-muted">{motivo}</p>}
        <LinkedProduto anuncio={anuncio} />
      </>
    );
  if (acao === 'criar') return <Badge tone="ok">Criar produto</Badge>;
  if (acao === 'ignorar') return <Badge tone="neutral">Ignorar</Badge>;
  return (
    <>
      <Badge tone={isToCheck(anuncio) ? 'warn' : 'ok'}>Ligar</Badge>
      <LinkedProduto anuncio={anuncio} />
      {[matchOf(anuncio), fillsOf(anuncio)].map(
        (words) =>
          words && (
            <p key={words} className="text-meta text-muted">
              {words}
            </p>
          ),
      )}
    </>
  );
}

function LinkedProduto({ anuncio: { acao, produto } }: { anuncio: AnuncioProposto }) {
  if (!produto) return acao === 'ligar' ? <p className="text-control">ao produto de outro anúncio</p> : null;
  return (
    <p className="text-control">
      <Link
        to="/catalogo/produtos"
        search={{ abrir: produto.id }}
        className="rounded-small underline decoration-border underline-offset-2 hover:decoration-current"
      >
        {produto.nome}
      </Link>{' '}
      <span className="text-meta text-muted">{produto.sku}</span>
    </p>
  );
}
