import { createFileRoute } from '@tanstack/react-router';
import { PerfilPage } from '#features/perfil/perfil-page.tsx';

export const Route = createFileRoute('/_app/perfil')({ component: PerfilPage });
