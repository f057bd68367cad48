import { createFileRoute } from '@tanstack/react-router';
import { UnderConstruction } from '#shell/under-construction.tsx';

export const Route = createFileRoute('/_app/configuracao/$marketplace/$accountId')({
  component: () => <UnderConstruction title="Conta do marketplace" />,
});
