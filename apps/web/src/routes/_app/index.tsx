import { createFileRoute } from '@tanstack/react-router';
import { InicioPage } from '#features/inicio/inicio-page.tsx';

export const Route = createFileRoute('/_app/')({ component: InicioPage });
