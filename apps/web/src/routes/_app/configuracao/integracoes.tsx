import { createFileRoute } from '@tanstack/react-router';
import { IntegracoesPage } from '#features/integracoes/integracoes-page.tsx';

export const Route = createFileRoute('/_app/configuracao/integracoes')({ component: IntegracoesPage });
