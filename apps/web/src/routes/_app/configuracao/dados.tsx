import { createFileRoute } from '@tanstack/react-router';
import { DadosPage } from '#features/dados/dados-page.tsx';

export const Route = createFileRoute('/_app/configuracao/dados')({ component: DadosPage });
