import { createFileRoute } from '@tanstack/react-router';
import { UnderConstruction } from '#shell/under-construction.tsx';

export const Route = createFileRoute('/_app/cadastros/clientes')({
  component: () => <UnderConstruction title="Clientes" />,
});
