import { createFileRoute } from '@tanstack/react-router';
import { UnderConstruction } from '#shell/under-construction.tsx';

export const Route = createFileRoute('/_app/cadastros/vendedores')({
  component: () => <UnderConstruction title="Vendedores" />,
});
