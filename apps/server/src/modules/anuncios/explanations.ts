import type { Explanations } from '#platform/errors.ts';

const BROKEN = 'Parte deste anúncio não pôde ser guardada. Tente de novo em alguns minutos.';

export const anunciosExplanations: Explanations = {
  anuncios_diferenca_check: { message: BROKEN },
  anuncios_cota_check: { message: 'Um anúncio mostra de zero a 99.999 unidades.' },
  anuncios_pausado_por_check: { message: BROKEN },
  anuncios_leituras_empresa_fkey: { message: 'Esta empresa não existe mais.' },
  anuncios_leituras_situacao_check: { message: BROKEN },
  anuncios_leituras_passo_check: { message: BROKEN },
  anuncios_leituras_itens_empresa_fkey: { message: 'Esta empresa não existe mais.' },
};
