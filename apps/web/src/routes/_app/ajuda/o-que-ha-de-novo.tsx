import { createFileRoute } from '@tanstack/react-router';
import { MudancasPage } from '#features/ajuda/mudancas-page.tsx';

export const Route = createFileRoute('/_app/ajuda/o-que-ha-de-novo')({ component: MudancasPage });
