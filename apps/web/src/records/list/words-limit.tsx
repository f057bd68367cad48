import { MAX_PALAVRAS } from '@prumo/contract/endpoint.ts';

/** Tells the person when they typed more words than a search uses. */
export function WordsLimit({ busca = '' }: { busca?: string | undefined }) {
  const words = new Set(busca.toLowerCase().split(/\s+/).filter(Boolean));
  return (
    <p role="status" className="text-control text-warn-fg empty:hidden">
      {words.size > MAX_PALAVRAS && `A busca usa as ${MAX_PALAVRAS} primeiras palavras.`}
    </p>
  );
}
