import { createFileRoute } from '@tanstack/react-router';
import { TitularPage } from '#features/titulares/titular-page.tsx';

export const Route = createFileRoute('/_app/configuracao/titular')({
  validateSearch: ({ pedido }): { pedido: string } => ({ pedido: typeof pedido === 'string' ? pedido : '' }),
  component: Titular,
});

function Titular() {
  return <TitularPage pedido={Route.useSearch().pedido} />;
}
