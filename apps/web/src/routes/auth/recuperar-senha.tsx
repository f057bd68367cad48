import { createFileRoute } from '@tanstack/react-router';
import { RecuperarSenhaPage } from '#features/acesso/recuperar-senha-page.tsx';

export const Route = createFileRoute('/auth/recuperar-senha')({ component: RecuperarSenhaPage });
